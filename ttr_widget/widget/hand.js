// What the mouse does beside the board: pointing at a ticket shows where it leads, and a colour of the hand can be
// dragged onto a route. `say` sends a message to Python, `onBoard` turns a place on the screen into one on the board.
const POINTED = /ttr-(ticket|choice)-(\d+)/, FARTHER_THAN_A_CLICK = 6;

function makePointer(say) {
  let last = "";
  return (target) => {
    const button = target && target.closest && target.closest("button.ttr-ticket, button.ttr-choice");
    const found = button && button.className.match(POINTED);
    const now = found ? found[0] : "";
    if (now === last) return;
    last = now;
    say({ kind: "point", what: found ? found[1] : "", number: found ? Number(found[2]) : -1 });
  };
}

function makeCarrier(root, say, onBoard) {
  let card = null, from = null, carrying = false;
  const drop = (message) => {
    if (carrying) say({ kind: "drop", ...message });
    root.classList.remove("ttr-carrying");
    card = null;
    carrying = false;
  };
  return {
    take(event) {
      const button = event.button === 0 && event.target.closest && event.target.closest("button.ttr-handcard");
      card = button ? [...button.classList].find((name) => name.startsWith("ttr-card-")).slice("ttr-card-".length) : null;
      from = event;
    },
    move(event) {
      if (!card) return;
      if (!(event.buttons & 1)) drop({});
      else if (!carrying && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > FARTHER_THAN_A_CLICK) {
        carrying = true;
        root.classList.add("ttr-carrying");
        say({ kind: "carry", card });
      }
    },
    release(event) {
      if (card) drop(event.target.matches && event.target.matches("canvas.ttr-board") ? onBoard(event) : {});
    },
  };
}
