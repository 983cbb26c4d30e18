/** Constants of the gallery, from the specification (point 9), and values derived from them. */

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

/** The lightbox accepts the next step after half of a movement. */
export const NAVIGATION_MS = 2 * GALLERY.throttleMs;

const FRAME_MS = 1000 / 60;

/** Easing by friction: each frame covers this share of the remaining distance. */
export function easeByFriction(friction: number, durationMs: number): string {
  const frames = Math.round(durationMs / FRAME_MS);
  const whole = 1 - (1 - friction) ** frames;
  const points = Array.from({ length: frames + 1 }, (_, frame) =>
    ((1 - (1 - friction) ** frame) / whole).toFixed(3),
  );
  return `linear(${points.join(', ')})`;
}

/** Removes the signature of a signed URL: the same image after a new signing. */
export const stripQuery = (address: string): string => address.split('?', 1)[0] ?? '';
