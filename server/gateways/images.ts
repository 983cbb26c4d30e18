/**
 * Pictures that people upload, made anew from nothing but their pixels: what hides in a file besides them does not get
 * into the store. Decoded by libvips on threads of its own, one picture at a time, so that memory is bounded.
 */
import type { Sharp, SharpOptions } from 'sharp';
import { findImageEnd } from './image-end.ts';

/** A phone's picture has 12 to 50 million. Checked before any of them is decoded. */
const PIXELS_MOST = 50_000_000;
const SECONDS_MOST = 10;
const WEBP_QUALITY = 82;

/** Why a picture is refused. */
export type ImageFault = 'empty' | 'format' | 'appended' | 'pixels' | 'corrupt';

/** Pixels that a picture fits into afterwards; a smaller one keeps its size. */
export interface Box {
  width: number;
  height: number;
}

export interface Images {
  /**
   * @param bytes of a JPEG, PNG or WebP file
   * @returns a WebP file without metadata, upright
   */
  encodeAsWebp(bytes: Uint8Array, box: Box): Promise<{ bytes: Uint8Array } | { fault: ImageFault }>;
}

/** The library is loaded with the first picture: it takes memory that a server without pictures does not need. */
export function createImages(): Images {
  let last: Promise<unknown> = Promise.resolve();
  return {
    async encodeAsWebp(bytes, box) {
      const fault = findFault(bytes);
      if (fault !== undefined) return { fault };
      const open = await loadSharp();
      const turn = last.then(() => encode(open(bytes, { limitInputPixels: PIXELS_MOST }), box));
      last = turn;
      return turn;
    },
  };
}

/** Decoders of other formats are shut off: they are not needed, and each has its faults. */
async function loadSharp(): Promise<(bytes: Uint8Array, options: SharpOptions) => Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

function findFault(bytes: Uint8Array): ImageFault | undefined {
  if (bytes.length === 0) return 'empty';
  const end = findImageEnd(bytes);
  if (end === undefined) return 'format';
  if (end === bytes.length) return undefined;
  return end > bytes.length ? 'corrupt' : 'appended';
}

async function encode(image: Sharp, box: Box): Promise<{ bytes: Uint8Array } | { fault: ImageFault }> {
  try {
    const bytes = await image
      .timeout({ seconds: SECONDS_MOST })
      .autoOrient()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: WEBP_QUALITY })
      .toBuffer();
    return { bytes };
  } catch (error) {
    // libvips has no codes for its faults.
    const isTooMuch = error instanceof Error && /pixel limit|timeout/.test(error.message);
    return { fault: isTooMuch ? 'pixels' : 'corrupt' };
  }
}
