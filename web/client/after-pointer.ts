/**
 * A click is not over yet when the pointer goes down: a line of text that came in between, because a field was
 * left or a file has been read, would move the button away from under it. What moves the page waits until it is.
 */
let isDown = false;
const waiting = new Set<() => void>();

const press = ({ button }: PointerEvent) => {
  if (button === 0) isDown = true;
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
  document.addEventListener('contextmenu', release, true);
  document.addEventListener('keydown', release, true);
}

/** Does it at once where no pointer is down. */
export function afterPointer(act: () => void): void {
  if (isDown) waiting.add(act);
  else act();
}
