/** Rounds a place on a drawing to tenths of a pixel, so that paths are short. */
export const roundPixels = (pixels: number): number => Math.round(pixels * 10) / 10;
