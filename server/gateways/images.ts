/**
 * Re-encodes uploaded images from their pixels, so that no other content of a file reaches the store. libvips
 * decodes on its own threads, one image at a time, to limit memory.
 */
import type { Sharp, SharpOptions } from 'sharp';

/** Photos from phones have 12 to 50 million pixels. Checked before decoding. */
const MAX_PIXELS = 50_000_000;
/** Time limit for decoding and for the thumbnail; a small file can occupy a decoder for a long time. */
const MAX_SECONDS = 10;
const WEBP_QUALITY = 82;

/** Reason why an image was rejected. */
export type ImageFault = 'empty' | 'format' | 'appended' | 'segments' | 'pixels' | 'slow' | 'corrupt';

/**
 * Finds the length of the image in a file, which exceeds the file's length if it is truncated. Runs on
 * another thread, because a file with millions of tiny segments would block requests.
 */
export type FindImageEnd = (bytes: Uint8Array) => Promise<number | 'format' | 'segments'>;

/** Maximum size; smaller images aren't enlarged. */
export interface Box {
  width: number;
  height: number;
}

/** Properties of a fully decoded image. */
export interface InspectedImage {
  type: 'image/jpeg' | 'image/png' | 'image/webp';
  /** As displayed, after rotation. */
  width: number;
  height: number;
  /** A WebP file without metadata, upright. */
  thumbnail: Uint8Array;
}

export interface Images {
  /**
   * Checks an image by decoding it, which also creates its thumbnail.
   * @param bytes of a JPEG, PNG or WebP file, possibly with another image or a video after its end
   */
  inspect(bytes: Uint8Array, box: Box): Promise<InspectedImage | { fault: ImageFault }>;
  /**
   * @param bytes of a JPEG, PNG or WebP file
   * @returns a WebP file without metadata, upright
   */
  encodeAsWebp(bytes: Uint8Array, box: Box): Promise<{ bytes: Uint8Array } | { fault: ImageFault }>;
}

interface ImageOptions {
  findEnd: FindImageEnd;
  /** Positive integer. */
  maxSeconds?: number;
}

/**
 * Creates the gateway. The library is loaded with the first image, because it takes memory that most servers
 * never need.
 */
export function createImages({ findEnd, maxSeconds = MAX_SECONDS }: ImageOptions): Images {
  let last: Promise<unknown> = Promise.resolve();
  /** Decodes one image at a time. */
  const decode = async <Result>(bytes: Uint8Array, work: (image: Sharp) => Promise<Result>) => {
    const open = await loadSharp();
    const turn = last.then(() =>
      work(open(bytes, { limitInputPixels: MAX_PIXELS }).timeout({ seconds: maxSeconds })).catch(toFault),
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

/** Disables the decoders of other formats, which aren't needed and add attack surface. */
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

/** Adds the end marker to a JPEG that lacks only that: the decoder would treat the file as truncated. */
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
  // The other decoders are disabled.
  return { type: TYPES[format as Format], ...autoOrient, thumbnail };
}

function encode(image: Sharp, box: Box): Promise<Uint8Array> {
  return image
    .autoOrient()
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: WEBP_QUALITY })
    .toBuffer();
}

function toFault(error: unknown): { fault: ImageFault } {
  // libvips has no error codes.
  const text = error instanceof Error ? error.message : '';
  if (text.includes('pixel limit')) return { fault: 'pixels' };
  return { fault: text.includes('timeout') ? 'slow' : 'corrupt' };
}
