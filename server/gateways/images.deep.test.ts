/** An image that keeps the decoder busy, with a limit of one second instead of ten. */
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { findImageEnd } from '#geotag';
import { createImages } from './images.ts';

const BOX = { width: 480, height: 480 };
const SIDE = 7000;
/** Start and step in columns, then in rows, of each pass of an interlaced PNG. */
const PASSES = [
  [0, 8, 0, 8],
  [4, 8, 0, 8],
  [0, 4, 4, 8],
  [2, 4, 0, 4],
  [0, 2, 2, 4],
  [1, 2, 0, 2],
  [0, 1, 1, 2],
] as const;
const PIXEL_BYTES = 8;
const PAETH = 4;

function chunk(name: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/**
 * 49 million pixels of 64 bits, interlaced, each predicted from its three neighbors: 400 MB in a file of 2
 * MB.
 */
function drawSlowly(): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(SIDE, 0);
  head.writeUInt32BE(SIDE, 4);
  head.set([16, 6, 0, 0, 1], 8);
  const count = (start: number, step: number) => Math.ceil((SIDE - start) / step);
  const rows = PASSES.flatMap(([left, right, top, down]) => {
    const row = Buffer.alloc(1 + count(left, right) * PIXEL_BYTES);
    row[0] = PAETH;
    return Array.from({ length: count(top, down) }, () => row);
  });
  const pixels = deflateSync(Buffer.concat(rows), { level: 1 });
  const mark = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([mark, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

it('is rejected as too slow, and the next image is decoded', async () => {
  const images = createImages({ findEnd: async (bytes) => findImageEnd(bytes), maxSeconds: 1 });
  const small = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#fe6432' } })
    .jpeg()
    .toBuffer();
  const responses = await Promise.all([images.inspect(drawSlowly(), BOX), images.inspect(small, BOX)]);
  expect(responses).toEqual([{ fault: 'slow' }, expect.objectContaining({ width: 40, height: 20 })]);
});
