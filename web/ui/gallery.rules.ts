/** The numbers of the gallery, from the specification (point 9), and what follows from them. */

export const GALLERY = {
  slideshowMs: 3000,
  idleMs: 3500,
  /** Narrower windows have the compact gallery. */
  compactPx: 578,
  throttleMs: 150,
  thumbnailsFrom: 2,
  preload: 1,
  friction: 0.12,
  spinnerMs: 250,
  resizeMs: 50,
} as const;

/** The lightbox lets a next step begin after half of the movement of the one before. */
export const NAVIGATION_MS = 2 * GALLERY.throttleMs;

const FRAME_MS = 1000 / 60;

/** A movement that friction slows down: each frame covers this share of the way that is left. */
export function easeByFriction(friction: number, durationMs: number): string {
  const frames = Math.round(durationMs / FRAME_MS);
  const whole = 1 - (1 - friction) ** frames;
  const points = Array.from({ length: frames + 1 }, (_, frame) =>
    ((1 - (1 - friction) ** frame) / whole).toFixed(3),
  );
  return `linear(${points.join(', ')})`;
}

/** Of a signed address without its signature: the same picture after a new signing. */
export const stripQuery = (address: string): string => address.split('?', 1)[0] ?? '';
