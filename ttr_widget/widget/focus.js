// Keyboard play goes on where it was: what opens takes the focus and gives it back, and a control that cannot be used
// for a while (bots are playing) leaves it to the bar until it can. Who has clicked or gone elsewhere is left alone.
const OPENING = {
  ".ttr-curtain": ".ttr-curtain-ready",
  ".ttr-handover-panel": ".ttr-handover",
  ".ttr-chooser": ".ttr-choice-0",
  ".ttr-menu": ".ttr-tab.ttr-on",
  ".ttr-end": ".ttr-end-next",
};
const SETTLED = 40;

function makeKeeper(root, listen) {
  const open = {};
  const before = {};
  let last = null; // the control the player used last, as long as the player is here
  let lent = null; // where the focus waits for it
  let moving = false;
  let timer = null;

  const usable = (control) => Boolean(control && control.isConnected && control.offsetParent && !control.disabled);

  const give = (control) => {
    moving = true;
    control.focus({ preventScroll: true });
    moving = false;
  };

  const isHere = () => {
    const active = document.activeElement;
    return root.contains(active) || Boolean(last && (!active || active === document.body));
  };

  const target = () => {
    if (usable(last)) return last;
    const box = Object.keys(OPENING).find((name) => open[name] && last.closest(name));
    const opened = box && root.querySelector(`${box} ${OPENING[box]}`);
    if (usable(opened)) return opened;
    const row = last.closest(".ttr-market");
    const beside = row && [...row.querySelectorAll("button")].find(usable);
    return beside || root.querySelector(".ttr-status");
  };

  const keep = () => {
    if (!last || !isHere()) return;
    const active = document.activeElement;
    if (root.contains(active) && active !== lent && usable(active)) return;
    const wanted = target();
    lent = wanted === last ? null : wanted;
    if (wanted && wanted !== active) give(wanted);
  };

  const follow = () => {
    for (const [box, first] of Object.entries(OPENING)) {
      const found = root.querySelector(box);
      const now = Boolean(found && found.offsetParent);
      const active = document.activeElement;
      if (now && !open[box] && isHere() && active?.tagName !== "CANVAS") {
        const button = root.querySelector(`${box} ${first}`);
        if (!usable(button)) continue; // what is in the box comes later
        before[box] = last;
        last = button;
        lent = null;
        give(button);
      } else if (!now && open[box] && before[box]) {
        if (last && found && found.contains(last)) last = before[box];
        before[box] = null;
      }
      open[box] = now;
    }
  };

  listen(document, "focusin", (event) => {
    if (moving) return;
    last = root.contains(event.target) ? event.target : null;
    lent = null;
  }, true);
  listen(document, "pointerdown", (event) => {
    const active = document.activeElement; // a click on what has the focus already says nothing of it
    last = root.contains(active) && active.contains(event.target) ? active : null;
    lent = null;
  }, true);

  return {
    changed() {
      follow();
      clearTimeout(timer);
      timer = setTimeout(keep, SETTLED);
    },
    stop() { clearTimeout(timer); },
  };
}
