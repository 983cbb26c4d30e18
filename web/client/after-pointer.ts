/**
 * The click that leaves a field is not over yet when the field is left: a line of text that came in between
 * would move the button away from under the pointer. What moves the page waits until it is.
 */
let isDown = false;
const waiting = new Set<() => void>();

const press = () => {
  isDown = true;
};
const release = () => {
  isDown = false;
  // The click itself comes after this event, in the same turn.
  setTimeout(() => {
    for (const act of waiting) act();
    waiting.clear();
  });
};

/** From here on clicks are noticed; a second call changes nothing. */
export function followPointer(): void {
  document.addEventListener('pointerdown', press, true);
  document.addEventListener('pointerup', release, true);
  document.addEventListener('pointercancel', release, true);
  // A pointer that was let go where no page hears of it: outside the window, over a menu of the system.
  document.addEventListener('keydown', release, true);
}

/** Does it at once where no pointer is down. */
export function afterPointer(act: () => void): void {
  if (isDown) waiting.add(act);
  else act();
}
