/**
 * Uploaded pictures are encoded again from their pixels: other content of a file doesn't get into the store. Decoded by libvips on threads of its own, one picture at a time, so that memory is bounded.
 */
import type { Sharp, SharpOptions } from 'sharp';

/** A phone's picture has 12 to 50 million. Checked before any of them is decoded. */
const MAX_PIXELS = 50_000_000;
/** Time limit for decoding and for the thumbnail: a small file can keep a decoder busy for long. */
const MAX_SECONDS = 10;
const WEBP_QUALITY = 82;

/** Why a picture is refused. */
export type ImageFault = 'empty' | 'format' | 'appended' | 'segments' | 'pixels' | 'slow' | 'corrupt';

/**
 * Finds the length of the image in a file; larger than the file if that is truncated. Runs on another thread: a file of
 * millions of tiny segments must not block requests.
 */
export type FindImageEnd = (bytes: Uint8Array) => Promise<number | 'format' | 'segments'>;

/** Pixels that a picture fits into afterwards; a smaller one keeps its size. */
export interface Box {
  width: number;
  height: number;
}

/** Facts about a fully decoded image. */
export interface InspectedImage {
  type: 'image/jpeg' | 'image/png' | 'image/webp';
  /** As it is shown: upright. */
  width: number;
  height: number;
  /** A WebP file without metadata, upright. */
  thumbnail: Uint8Array;
}

export interface Images {
  /**
   * Checks an image by decoding it, which makes its thumbnail as well.
   * @param bytes of a JPEG, PNG or WebP file, which may have a further image or a film behind its end
   */
  inspect(bytes: Uint8Array, box: Box): Promise<InspectedImage | { fault: ImageFault }>;
  /**
   * @param bytes of a JPEG, PNG or WebP file
   * @returns a WebP file without metadata, upright
   */
  encodeAsWebp(bytes: Uint8Array, box: Box): Promise<{ bytes: Uint8Array } | { fault: ImageFault }>;
}

interface Needs {
  findEnd: FindImageEnd;
  /** Whole ones, from 1. */
  secondsMost?: number;
}

/** The library is loaded with the first picture: it takes memory that a server without pictures does not need. */
export function createImages({ findEnd, secondsMost = MAX_SECONDS }: Needs): Images {
  let last: Promise<unknown> = Promise.resolve();
  /** One image after another. */
  const decode = async <Result>(bytes: Uint8Array, work: (image: Sharp) => Promise<Result>) => {
    const open = await loadSharp();
    const turn = last.then(() =>
      work(open(bytes, { limitInputPixels: MAX_PIXELS }).timeout({ seconds: secondsMost })).catch(explain),
    );
    last = turn;
    return turn;
  };
  return {
    async inspect(bytes, box) {
      const end = await measure(bytes, findEnd);
      if (typeof end !== 'number') return { fault: end };
      return decode(completeJpeg(bytes.subarray(0, end)), (image) => inspect(image, box));
    },
    async encodeAsWebp(bytes, box) {
      const end = await measure(bytes, findEnd);
      if (typeof end !== 'number') return { fault: end };
      if (end < bytes.length) return { fault: 'appended' };
      return decode(completeJpeg(bytes), async (image) => ({ bytes: await encode(image, box) }));
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

/** @returns the length of a complete image */
async function measure(bytes: Uint8Array, findEnd: FindImageEnd): Promise<number | ImageFault> {
  if (bytes.length === 0) return 'empty';
  const end = await findEnd(bytes);
  return typeof end === 'number' && end > bytes.length ? 'corrupt' : end;
}

/** Adds the end marker to a JPEG that lacks only that: the decoder takes such a file for a truncated one. */
function completeJpeg(bytes: Uint8Array): Uint8Array {
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8;
  const [last, end] = bytes.subarray(-2);
  if (!isJpeg || (last === 0xff && end === 0xd9)) return bytes;
  return Buffer.concat([end === 0xff ? bytes.subarray(0, -1) : bytes, END_OF_IMAGE]);
}

const END_OF_IMAGE = Uint8Array.of(0xff, 0xd9);
const TYPES = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const;
type Format = keyof typeof TYPES;

async function inspect(image: Sharp, box: Box): Promise<InspectedImage> {
  const { autoOrient, format } = await image.metadata();
  const thumbnail = await encode(image, box);
  // Other decoders are shut off.
  return { type: TYPES[format as Format], ...autoOrient, thumbnail };
}

function encode(image: Sharp, box: Box): Promise<Uint8Array> {
  return image
    .autoOrient()
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: WEBP_QUALITY })
    .toBuffer();
}

function explain(error: unknown): { fault: ImageFault } {
  // libvips has no codes for its faults.
  const text = error instanceof Error ? error.message : '';
  if (text.includes('pixel limit')) return { fault: 'pixels' };
  return { fault: text.includes('timeout') ? 'slow' : 'corrupt' };
}
