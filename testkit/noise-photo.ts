/** Makes a JPEG of noise, which hardly compresses: megabytes from few pixels, the same each time. */
import sharp from 'sharp';

/** @param size in pixels: 2200 × 1650 make 3 MB */
export async function makeNoisePhoto({ width, height }: { width: number; height: number }): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  let state = 1;
  for (let at = 0; at < pixels.length; at += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    pixels[at] = state >>> 20;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}
