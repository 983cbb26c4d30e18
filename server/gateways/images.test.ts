/** Images are re-encoded, and anything but a complete image of a known format is rejected. */
import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { findImageEnd } from '#geotag';
import { createImages } from './images.ts';

const BOX = { width: 64, height: 36 };
const images = createImages({ findEnd: async (bytes) => findImageEnd(bytes) });

function draw(width = 100, height = 50) {
  return sharp({ create: { width, height, channels: 3, background: '#fe6432' } });
}

/** An image with many coefficients and a size that isn't a multiple of a block. */
function noise() {
  const [width, height] = [203, 157];
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * at * 31 + (at >> 3) * 17) % 251;
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

const jpeg = (width?: number, height?: number) => draw(width, height).jpeg().toBuffer();
const png = () => draw().png().toBuffer();
const webp = () => draw(101, 50).webp().toBuffer();

/** A chunk of a PNG. */
function chunk(name: string, data = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Files with many empty blocks besides their pixels. */
const FLOODS: [string, (count: number) => Promise<Buffer>][] = [
  [
    'JPEG',
    async (count) => {
      const whole = await jpeg();
      const segments = Buffer.from('ffe50002'.repeat(count), 'hex');
      return Buffer.concat([whole.subarray(0, 2), segments, whole.subarray(2)]);
    },
  ],
  [
    'PNG',
    async (count) => {
      const whole = await png();
      return Buffer.concat([whole.subarray(0, 33), ...Array(count).fill(chunk('hIST')), whole.subarray(33)]);
    },
  ],
  [
    'WebP',
    async (count) => {
      const whole = await webp();
      const head = Buffer.from('VP8X\x0a\0\0\0\0\0\0\0\x64\0\0\x31\0\0', 'latin1');
      const body = [
        whole.subarray(8, 12),
        head,
        whole.subarray(12),
        Buffer.from('ABCD\0\0\0\0'.repeat(count)),
      ];
      const made = Buffer.concat([whole.subarray(0, 8), ...body]);
      made.writeUInt32LE(made.length - 8, 4);
      return made;
    },
  ],
];

/** A PNG that claims this size, with the pixels of one row. */
function pngOfSize(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const mark = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const pixels = deflateSync(Buffer.alloc(1 + Math.ceil(width / 8)));
  return Buffer.concat([mark, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND')]);
}

async function encode(bytes: Uint8Array) {
  const made = await images.encodeAsWebp(bytes, BOX);
  if ('fault' in made) throw new Error(made.fault);
  const { format, width, height, exif } = await sharp(made.bytes).metadata();
  return { bytes: Buffer.from(made.bytes), format, width, height, exif };
}

describe('an image', () => {
  it.each([
    ['JPEG', jpeg],
    ['progressive JPEG', () => draw().jpeg({ progressive: true }).toBuffer()],
    ['PNG', png],
    ['interlaced PNG', () => draw().png({ progressive: true }).toBuffer()],
    ['WebP', webp],
    ['lossless WebP', () => draw().webp({ lossless: true }).toBuffer()],
  ])('in the format %s becomes a WebP that fits into the box', async (_format, make) => {
    expect(await encode(await make())).toMatchObject({ format: 'webp', width: 64, height: 32 });
  });

  it('that is smaller than the box keeps its size, and a rotated one becomes upright', async () => {
    expect(await encode(await jpeg(20, 10))).toMatchObject({ width: 20, height: 10 });
    const turned = await draw(20, 10).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect(await encode(turned)).toMatchObject({ width: 10, height: 20, exif: undefined });
  });

  it.each([
    ['JPEG', () => jpeg(403, 301)],
    ['progressive JPEG', () => draw(403, 301).jpeg({ progressive: true }).toBuffer()],
    ['progressive JPEG with noise', () => noise().jpeg({ progressive: true, quality: 95 }).toBuffer()],
    ['optimized JPEG', () => noise().jpeg({ mozjpeg: true }).toBuffer()],
    ['JPEG with full chroma', () => noise().jpeg({ chromaSubsampling: '4:4:4' }).toBuffer()],
  ])('that lacks only its end marker is treated like the complete %s', async (_format, make) => {
    const whole = await make();
    const [picture, inspected] = [await encode(whole), await images.inspect(whole, BOX)];
    for (const cut of [whole.subarray(0, -2), whole.subarray(0, -1)]) {
      expect((await encode(cut)).bytes.equals(picture.bytes)).toBe(true);
      expect(await images.inspect(cut, BOX)).toEqual(inspected);
    }
    expect(await images.inspect(whole.subarray(0, -3), BOX)).toEqual({ fault: 'corrupt' });
  });

  it('loses its metadata', async () => {
    const script = '<?php system($_GET[0]); ?><script>alert(1)</script>';
    const bytes = await draw()
      .jpeg()
      .withExif({ IFD0: { Copyright: script } })
      .toBuffer();
    expect(bytes.includes(script)).toBe(true);
    expect((await encode(bytes)).bytes.includes('script')).toBe(false);
  });
});

describe('a file is rejected if it is', () => {
  const append = async (text: string) => Buffer.concat([await jpeg(), Buffer.from(text, 'latin1')]);
  const cut = async (make: () => Promise<Buffer>) => {
    const whole = await make();
    return whole.subarray(0, Math.floor(whole.length / 2));
  };
  it.each([
    ['empty', 'empty', () => Buffer.alloc(0)],
    ['a page', 'format', () => Buffer.from('<html><script>alert(1)</script></html>')],
    ['an SVG', 'format', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a GIF', 'format', () => draw().gif().toBuffer()],
    ['a TIFF', 'format', () => draw().tiff().toBuffer()],
    ['a script that begins like a GIF', 'format', () => Buffer.from('GIF89a=1;alert(1)')],
    ['an image and a zip', 'appended', () => append('PK\x03\x04')],
    ['an image and a page', 'appended', () => append('<html>')],
    ['a PNG and a script', 'appended', async () => Buffer.concat([await png(), Buffer.from('alert(1)')])],
    ['a WebP and a script', 'appended', async () => Buffer.concat([await webp(), Buffer.from('alert(1)')])],
    ['half a JPEG', 'corrupt', () => cut(jpeg)],
    ['half a PNG', 'corrupt', () => cut(png)],
    ['half a WebP', 'corrupt', () => cut(webp)],
    ['the beginning of a JPEG', 'corrupt', () => Buffer.from([0xff, 0xd8, 0xff])],
    ['a JPEG without pixels', 'corrupt', () => Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
    ['a PNG with pixels for only one of its rows', 'corrupt', () => pngOfSize(64, 64)],
    ['a bomb of 64,250 × 64,250 pixels', 'pixels', () => pngOfSize(64_250, 64_250)],
    ['one row too high', 'pixels', () => pngOfSize(5000, 10_001)],
  ])('%s (%s)', async (_name, fault, make) => {
    expect(await images.encodeAsWebp(await make(), BOX)).toEqual({ fault });
  });

  it('truncated or with any byte changed, results in an image or a fault, never in an exception', async () => {
    for (const make of [jpeg, png, webp]) {
      const whole = await make();
      // A JPEG without its last two bytes lacks only its end marker.
      for (let at = 1; at < whole.length - 2; at += 7) {
        expect(await images.encodeAsWebp(whole.subarray(0, at), BOX)).toHaveProperty('fault');
        const changed = Buffer.from(whole);
        changed[at] = (changed[at] ?? 0) ^ 0xff;
        expect(Object.keys(await images.encodeAsWebp(changed, BOX))).toHaveLength(1);
      }
    }
  });
});

it.each(FLOODS)(
  'a %s of more than 2,000 empty blocks is rejected before it is decoded',
  async (_format, make) => {
    expect(await images.inspect(await make(1900), BOX)).toMatchObject({ width: expect.any(Number) });
    for (const count of [2001, 400_000]) {
      const bytes = await make(count);
      expect(await images.inspect(bytes, BOX)).toEqual({ fault: 'segments' });
      expect(await images.encodeAsWebp(bytes, BOX)).toEqual({ fault: 'segments' });
    }
  },
);

/** An EXIF block whose single directory points to itself `count` times. */
function createLoopingExif(count: number): Buffer<ArrayBuffer> {
  const head = Buffer.from('49492a0008000000', 'hex');
  const length = Buffer.alloc(2);
  length.writeUInt16LE(count);
  return Buffer.concat([head, length, Buffer.from('698704000100000008000000'.repeat(count), 'hex')]);
}

const LOOPING_EXIF: [string, (count: number) => Promise<Buffer>][] = [
  [
    'JPEG',
    async (count) => {
      const [whole, block] = [
        await jpeg(),
        Buffer.concat([Buffer.from('Exif\0\0'), createLoopingExif(count)]),
      ];
      const head = Buffer.from([0xff, 0xe1, 0, 0]);
      head.writeUInt16BE(block.length + 2, 2);
      return Buffer.concat([whole.subarray(0, 2), head, block, whole.subarray(2)]);
    },
  ],
  [
    'PNG',
    async (count) => {
      const whole = await png();
      return Buffer.concat([
        whole.subarray(0, 33),
        chunk('eXIf', createLoopingExif(count)),
        whole.subarray(33),
      ]);
    },
  ],
];

it.each(LOOPING_EXIF)(
  'a %s whose EXIF points to itself is rejected before it is decoded',
  async (_format, make) => {
    expect(await images.inspect(await make(90), BOX)).toMatchObject({ width: expect.any(Number) });
    expect(await images.inspect(await make(5000), BOX)).toEqual({ fault: 'segments' });
  },
);

describe('an inspected image', () => {
  it('has its type, its size as displayed, and a thumbnail', async () => {
    const turned = await draw(200, 100).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const inspected = await images.inspect(turned, BOX);
    expect(inspected).toMatchObject({ type: 'image/jpeg', width: 100, height: 200 });
    if ('fault' in inspected) throw new Error(inspected.fault);
    expect(await sharp(inspected.thumbnail).metadata()).toMatchObject({
      format: 'webp',
      width: 18,
      height: 36,
    });
    expect(await images.inspect(await png(), BOX)).toMatchObject({ type: 'image/png' });
    expect(await images.inspect(await webp(), BOX)).toMatchObject({ type: 'image/webp' });
  });

  it('may have a video after its end, but may not be truncated', async () => {
    const whole = await jpeg();
    const followed = Buffer.concat([whole, Buffer.from('a film')]);
    expect(await images.inspect(followed, BOX)).toMatchObject({ width: 100, height: 50 });
    expect(await images.inspect(whole.subarray(0, -20), BOX)).toEqual({ fault: 'corrupt' });
    expect(await images.inspect(pngOfSize(64_250, 64_250), BOX)).toEqual({ fault: 'pixels' });
  });
});
