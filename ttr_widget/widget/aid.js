// A hidden helper beside the board: it corrects what the canvas widget gets wrong in the browser and adds what it lacks.
// The board works without it. Messages to Python:
// {kind: "click" | "hover" | "leave" | "look" | "zoom" | "size" | "shown" | "point" | "carry" | "drop"}; places are fractions of the whole board.
const THROTTLE = 50;

const KEYS = { "+": "in", "=": "in", "-": "out", "−": "out", "0": "whole" };
const ARROWS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

function find(el) {
  const root = el.closest(".ttr");
  return { root, canvas: root && root.querySelector("canvas.ttr-board") };
}

function labels(root, model) {
  const status = root.querySelector(".ttr-status");
  if (status) status.tabIndex = -1; // the focus may wait there
  // Or JupyterLab takes Enter, arrows and letters for its own commands ("dd" deletes the cell). It looks at the
  // element with the focus itself, so the mark on the root would not do.
  root.querySelectorAll("button, select, input, canvas, [tabindex]").forEach((control) => {
    if (!control.hasAttribute("data-lm-suppress-shortcuts")) control.setAttribute("data-lm-suppress-shortcuts", "true");
  });
  const board = root.querySelector("canvas.ttr-board");
  if (board) {
    board.setAttribute("role", "img");
    board.setAttribute("aria-label", model.get("board_label"));
  }
  const live = root.querySelector(".ttr-live");
  if (live) {
    live.setAttribute("role", "status");
    live.setAttribute("aria-live", "polite");
  }
  const log = root.querySelector(".ttr-log");
  if (log) log.setAttribute("role", "log");
  root.querySelectorAll("button.ttr-button").forEach((button) => {
    if (!button.title) button.removeAttribute("aria-label"); // behind the curtain nothing may stay
    else if (button.getAttribute("aria-label") !== button.title) button.setAttribute("aria-label", button.title);
  });
  const claims = root.querySelector(".ttr-claim-list select");
  if (claims) claims.setAttribute("aria-label", model.get("claims_label"));
  root.querySelectorAll(".ttr-grid select, .ttr-grid input").forEach((control) => {
    const cell = [...control.closest(".ttr-grid").children].find((child) => child.contains(control));
    const label = cell && cell.previousElementSibling;
    if (label) control.setAttribute("aria-label", label.innerText.trim());
  });
  root.querySelectorAll("button.ttr-toggle").forEach((button) => {
    button.setAttribute("aria-pressed", String(button.classList.contains("ttr-on")));
  });
}

function render({ model, el }) {
  el.style.display = "none";
  const stops = [];
  let last = 0;
  let waiting = null;
  let sized = "";
  let pointer = null;
  let press = null;

  const listen = (target, name, work, options) => {
    target.addEventListener(name, work, options);
    stops.push(() => target.removeEventListener(name, work, options));
  };

  const measure = () => {
    const { root } = find(el);
    if (!root || !root.offsetParent) return;
    const outer = root.parentElement;
    const light = document.body.dataset.jpThemeLight;
    const scroller = root.closest(".jp-WindowedPanel-outer, .jp-Notebook");
    const top = root.getBoundingClientRect().top + (scroller ? scroller.scrollTop : window.scrollY);
    const size = {
      kind: "size",
      width: Math.round(outer.clientWidth),
      height: window.innerHeight,
      top: Math.round(top),
      ratio: window.devicePixelRatio || 1,
      dark: light === "false",
    };
    const text = JSON.stringify(size);
    if (text !== sized && size.width > 200) {
      sized = text;
      model.send(size);
    }
  };

  const hover = () => {
    const send = () => {
      last = Date.now();
      waiting = null;
      if (pointer && !press) model.send({ kind: "hover", ...lens.onBoard(pointer) });
    };
    clearTimeout(waiting);
    const wait = last + THROTTLE - Date.now();
    if (wait <= 0) send();
    else waiting = setTimeout(send, wait);
  };

  const lens = makeLens(model, () => find(el).canvas, () => hover());
  stops.push(lens.stop);

  const release = (event) => {
    if (!press) return;
    const { isClick, end, start } = press;
    press = null;
    end();
    if (isClick() && start.wanted && event) model.send({ kind: "click", ...lens.onBoard(start) });
  };

  const attach = () => {
    const { root } = find(el);
    if (!root) return false;
    const onBoard = (event) => event.target.matches && event.target.matches("canvas.ttr-board");
    // Capture phase: before the canvas's own listeners, which scroll the page, swallow wheel and Tab, and send every move.
    listen(root, "mousedown", (event) => {
      if (!onBoard(event)) return;
      event.stopPropagation();
      event.preventDefault();
      event.target.focus({ preventScroll: true });
      if (event.button !== 0) return;
      const start = { clientX: event.clientX, clientY: event.clientY, wanted: event.detail < 2 };
      press = { ...lens.press(start), start };
    }, true);
    listen(window, "mousemove", (event) => {
      if (press && !(event.buttons & 1)) release(null);
      else if (press) press.move(event);
    }, true);
    listen(window, "mouseup", (event) => { if (event.button === 0) release(event); }, true);
    listen(root, "wheel", (event) => {
      if (!onBoard(event)) return;
      event.stopPropagation();
      if (lens.wheel(event)) event.preventDefault();
    }, { capture: true, passive: false });
    listen(root, "mousemove", (event) => {
      if (!onBoard(event)) return;
      event.stopPropagation();
      pointer = { clientX: event.clientX, clientY: event.clientY };
      hover();
    }, true);
    listen(root, "mouseout", (event) => {
      if (!onBoard(event)) return;
      event.stopPropagation();
      clearTimeout(waiting);
      pointer = null;
      model.send({ kind: "leave" });
    }, true);
    for (const name of ["mouseup", "mouseenter", "mouseleave"]) {
      listen(root, name, (event) => { if (onBoard(event)) event.stopPropagation(); }, true);
    }
    for (const name of ["keydown", "keyup"]) {
      listen(root, name, (event) => {
        if (onBoard(event) && event.key === "Tab") event.stopPropagation();
      }, true);
    }
    listen(root, "keydown", (event) => {
      if (!onBoard(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      const step = KEYS[event.key] || ARROWS[event.key];
      if (!step) return;
      event.stopPropagation();
      event.preventDefault();
      model.send({ kind: "zoom", step });
    }, true);
    const say = (message) => model.send(message);
    const pointAt = makePointer(say);
    for (const name of ["mouseover", "focusin"]) listen(root, name, (event) => pointAt(event.target));
    for (const name of ["mouseleave", "focusout"]) listen(root, name, () => pointAt(null));
    const carrier = makeCarrier(root, say, (event) => lens.onBoard(event));
    listen(root, "mousedown", carrier.take, true);
    listen(window, "mousemove", carrier.move, true);
    listen(window, "mouseup", carrier.release, true);
    // The second click of a double click on a control was not meant for what the first one has brought.
    listen(root, "click", (event) => {
      if (event.detail > 1 && event.target.closest && event.target.closest("button.ttr-once")) {
        event.stopPropagation();
        event.preventDefault();
      }
    }, true);
    // Escape leaves what is open: a question, the menu, a page, the tour.
    listen(root, "keydown", (event) => {
      if (event.key !== "Escape") return;
      const open = [".ttr-menu-close", ".ttr-page-close", ".ttr-tour-close", ".ttr-cancel"]
        .map((name) => root.querySelector(name))
        .find((button) => button && button.offsetParent);
      if (open) {
        event.stopPropagation();
        event.preventDefault();
        open.click();
      }
    }, true);
    // One finger on the whole board is the page's: it scrolls, and a tap comes as a click of the mouse.
    const touch = { capture: true, passive: false };
    listen(root, "touchstart", (event) => {
      if (!onBoard(event)) return;
      event.stopPropagation();
      if (press) press.end();
      press = null;
      const { touches } = event;
      if (touches.length > 2 || (touches.length === 1 && !lens.zoomed())) return;
      event.preventDefault();
      const start = { clientX: touches[0].clientX, clientY: touches[0].clientY, wanted: true };
      press = touches.length === 2 ? { ...lens.pinch(touches), fingers: 2, start } : { ...lens.press(start), fingers: 1, start };
    }, touch);
    listen(root, "touchmove", (event) => {
      if (!onBoard(event)) return;
      event.stopPropagation();
      if (!press || !press.fingers) return;
      event.preventDefault();
      if (press.fingers === event.touches.length) press.move(press.fingers === 2 ? event.touches : event.touches[0]);
    }, touch);
    for (const name of ["touchend", "touchcancel"]) {
      listen(root, name, (event) => {
        if (!onBoard(event)) return;
        event.stopPropagation();
        if (!press || !press.fingers) return;
        event.preventDefault();
        release(name === "touchend" ? event : null);
      }, touch);
    }
    const keeper = makeKeeper(root, listen);
    stops.push(keeper.stop);
    const watcher = new ResizeObserver(measure);
    watcher.observe(root.parentElement);
    const painter = new MutationObserver(() => {
      labels(root, model);
      keeper.changed();
    });
    painter.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ["title", "class", "disabled"] });
    // While JupyterLab changes its theme, everything is hidden for a moment.
    const measureWhenSeen = (tries) => {
      if (root.offsetParent || tries <= 0) measure();
      else setTimeout(() => measureWhenSeen(tries - 1), 100);
    };
    const theme = new MutationObserver(() => measureWhenSeen(50));
    theme.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
    stops.push(() => { watcher.disconnect(); painter.disconnect(); theme.disconnect(); });
    listen(window, "resize", measure);
    labels(root, model);
    measure();
    model.send({ kind: "shown", stamp: model.get("stamp") });
    return true;
  };

  // The helper may be put into the page before the board around it.
  const tries = setInterval(() => { if (attach()) clearInterval(tries); }, 50);
  stops.push(() => clearInterval(tries));
  const shown = () => model.send({ kind: "shown", stamp: model.get("stamp") });
  model.on("change:stamp", shown);
  stops.push(() => model.off("change:stamp", shown));
  return () => stops.forEach((stop) => stop());
}

export default { render };
