// Zooming and moving the board with wheel, drag and fingers. While a gesture runs, the canvas as it is painted is shifted
// and stretched by CSS; Python is asked for one picture at a time, and the CSS follows what the canvas really shows.
const MOST = 4, JITTER = 4, LONGEST_WAIT = 1000, WHEEL_PAUSE = 350;

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

function keptOnBoard({ zoom, x, y }) {
  zoom = clamp(zoom, 1, MOST);
  return { zoom, x: clamp(x, 0, 1 - 1 / zoom), y: clamp(y, 0, 1 - 1 / zoom) };
}

function zoomedAbout(camera, factor, at) {
  const zoom = clamp(camera.zoom * factor, 1, MOST);
  const shift = 1 / camera.zoom - 1 / zoom;
  return keptOnBoard({ zoom, x: camera.x + at.x * shift, y: camera.y + at.y * shift });
}

function makeLens(model, boardCanvas, settled) {
  const told = () => {
    const [number, zoom, x, y] = model.get("camera");
    return { number, zoom, x, y };
  };
  let painted = told(); // what the pixels of the canvas show
  let wanted = painted; // what the player is to see
  let answer = null; // told by Python, but perhaps not painted yet
  let asked = null; // sent to Python and not answered
  let since = 0;
  let turning = 0;

  const drift = () => {
    const scale = wanted.zoom / painted.zoom;
    return { scale, x: (painted.x - wanted.x) * wanted.zoom, y: (painted.y - wanted.y) * wanted.zoom };
  };

  const apply = () => {
    const canvas = boardCanvas();
    if (!canvas) return;
    const { scale, x, y } = drift();
    const still = Math.abs(scale - 1) < 1e-6 && Math.abs(x) < 1e-6 && Math.abs(y) < 1e-6;
    canvas.style.transformOrigin = "0 0";
    canvas.style.transform = still
      ? "" : `translate(${x * canvas.offsetWidth}px, ${y * canvas.offsetHeight}px) scale(${scale})`;
  };

  // Python paints the number of the look into the pixel in the corner.
  const isPainted = (number) => {
    const canvas = boardCanvas();
    if (!canvas || !canvas.width || !number) return true;
    const [r, g, b] = canvas.getContext("2d").getImageData(0, 0, 1, 1).data;
    return r * 65536 + g * 256 + b === number % 0x1000000;
  };

  const ask = () => {
    if (asked || (wanted.zoom === told().zoom && wanted.x === told().x && wanted.y === told().y)) return;
    asked = wanted;
    since = Date.now();
    model.send({ kind: "look", zoom: wanted.zoom, x: wanted.x, y: wanted.y });
    setTimeout(() => { if (asked && Date.now() - since >= LONGEST_WAIT) { asked = null; ask(); } }, LONGEST_WAIT + 10);
  };

  const look = (camera) => {
    wanted = camera;
    apply();
    ask();
  };

  // In the frame in which the new picture is in the canvas, and not one before, the CSS is made to fit it.
  const watch = () => {
    if (!answer) return;
    if (!isPainted(answer.number) && Date.now() - answer.at < LONGEST_WAIT) {
      requestAnimationFrame(watch);
      return;
    }
    painted = answer;
    if (!asked || wanted === asked) wanted = painted; // else the gesture has gone on meanwhile
    answer = asked = null;
    apply();
    ask();
    if (wanted === painted) settled();
  };

  const hear = () => {
    const idle = !answer;
    answer = { ...told(), at: Date.now() };
    if (idle) watch();
  };
  model.on("change:camera", hear);

  // Fractions of what is seen; the canvas itself may be shifted and stretched at the moment.
  const inView = (point) => {
    const canvas = boardCanvas();
    const box = canvas.getBoundingClientRect();
    const { scale, x, y } = drift();
    const width = box.width / scale, height = box.height / scale;
    return { x: (point.clientX - box.left) / width + x, y: (point.clientY - box.top) / height + y };
  };

  const onBoard = (point) => {
    const at = inView(point);
    return { x: wanted.x + at.x / wanted.zoom, y: wanted.y + at.y / wanted.zoom };
  };

  const middleOf = (touches) => ({
    clientX: (touches[0].clientX + touches[1].clientX) / 2,
    clientY: (touches[0].clientY + touches[1].clientY) / 2,
  });
  const apart = ([a, b]) => Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY));

  return {
    onBoard,
    zoomed: () => wanted.zoom > 1,
    stop: () => model.off("change:camera", hear),

    // True if the wheel was for the board and not for the page.
    wheel(event) {
      const during = Date.now() - turning < WHEEL_PAUSE;
      if (!event.ctrlKey && !event.metaKey && wanted.zoom <= 1 && !during) return false;
      const pixels = event.deltaY * (event.deltaMode ? 33 : 1);
      turning = Date.now();
      look(zoomedAbout(wanted, Math.exp(-0.01 * clamp(pixels, -24, 24)), inView(event)));
      return true;
    },

    // A press of mouse or finger: a click, unless it moves; then it moves the board.
    press(start) {
      const canvas = boardCanvas();
      const from = wanted;
      let moved = false;
      return {
        move(point) {
          const x = point.clientX - start.clientX, y = point.clientY - start.clientY;
          moved = moved || Math.hypot(x, y) >= JITTER;
          if (!moved || from.zoom <= 1) return;
          canvas.style.cursor = "grabbing";
          const { offsetWidth: width, offsetHeight: height } = canvas;
          look(keptOnBoard({ ...from, x: from.x - x / width / from.zoom, y: from.y - y / height / from.zoom }));
        },
        isClick: () => !moved,
        end() {
          canvas.style.cursor = "";
          ask();
        },
      };
    },

    // Two fingers: the point between them stays between them.
    pinch(touches) {
      const from = wanted, wide = apart(touches), start = inView(middleOf(touches));
      return {
        move(now) {
          const at = inView(middleOf(now));
          const near = zoomedAbout(from, apart(now) / wide, start);
          const x = near.x - (at.x - start.x) / near.zoom, y = near.y - (at.y - start.y) / near.zoom;
          look(keptOnBoard({ zoom: near.zoom, x, y }));
        },
        isClick: () => false,
        end() {
          ask();
        },
      };
    },
  };
}
