// How one gets about on the board.

// What a page does where somebody taps.
let tapped = () => {};
// Says whether a page takes a finger for something else than moving the board.
let grabbed = () => false;
const fingers = new Map();
let dragged = 0;
board.addEventListener("pointerdown", event => { if (grabbed(event)) { dragged = 9; return; } fingers.set(event.pointerId, event); dragged = 0; });
addEventListener("pointermove", event => {
  if (grabbed(event)) return;
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const scale = seen.wide / Math.max(board.clientWidth, 1);
  if (fingers.size === 2) {
    const [other] = [...fingers.entries()].filter(([id]) => id !== event.pointerId).map(([, one]) => one);
    const far = one => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    nearer(far(event) / Math.max(far(before), 1), ...pointOf(event));
    dragged += 9;
  } else {
    const [x, y] = [event.clientX - before.clientX, event.clientY - before.clientY];
    dragged += Math.abs(x) + Math.abs(y);
    if (dragged > 4) look({...seen, x: seen.x - x * scale, y: seen.y - y * scale});
  }
  fingers.set(event.pointerId, event);
});
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, event => { grabbed(event); fingers.delete(event.pointerId); });
board.addEventListener("click", event => { if (dragged <= 4) tapped(spotAt(pointOf(event)), event); });
board.addEventListener("wheel", event => {
  event.preventDefault();
  nearer(event.deltaY < 0 ? 1.2 : 1 / 1.2, ...pointOf(event));
}, {passive: false});
overview.addEventListener("pointerdown", event => {
  const frame = overview.getBoundingClientRect();
  const x = whole.x + (event.clientX - frame.left) / frame.width * whole.wide;
  const y = whole.y + (event.clientY - frame.top) / frame.height * whole.high;
  look({...seen, x: x - seen.wide / 2, y: y - seen.high / 2});
});
addEventListener("resize", () => look(seen));
