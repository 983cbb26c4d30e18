/** Images for tests: small files of each kind, and segments to build malformed ones. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTableReader, type Table } from '#engine';
import type { GeoTag } from './geo-tag.ts';
import { joinBytes, toAscii, writeSegment } from './jpeg.ts';

const FOLDER = join(import.meta.dirname, 'fixtures');
const CORPUS = join(import.meta.dirname, '../../shared/corpora/images');

export interface ImageFile {
  file: string;
  bytes: Uint8Array;
}

function readFolder(folder: string): ImageFile[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.jpg'))
    .map((file) => ({ file, bytes: new Uint8Array(readFileSync(join(folder, file))) }));
}

/** One small file of each kind: baseline, progressive, CMYK, grayscale, with a color profile, with EXIF. */
export function readFixtures(): ImageFile[] {
  return readFolder(FOLDER);
}

export function readFixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(FOLDER, `${name}.jpg`)));
}

/** Files of real cameras, if the corpus is next to the checkout. */
export function readCorpus(): ImageFile[] {
  return existsSync(CORPUS) ? readFolder(CORPUS) : [];
}

export const HOUSTON: GeoTag = {
  latitude: 29.7604,
  longitude: -95.3698,
  city: 'Houston',
  state: 'Texas',
  country: 'United States',
  countryCode: 'USA',
  caption: 'Deck in Houston, Texas',
};

/** Adds segments after the first two bytes. */
export function addSegments(bytes: Uint8Array, ...segments: Uint8Array[]): Uint8Array {
  return joinBytes([bytes.subarray(0, 2), ...segments, bytes.subarray(2)]);
}

export function exifSegment(tiff: Uint8Array): Uint8Array {
  return writeSegment(0xe1, toAscii('Exif\0\0'), tiff);
}

/** Writes entries of the form `[tag, type, count, value or offset]`. */
export function writeTiff(entries: readonly (readonly number[])[], tail = new Uint8Array(0)): Uint8Array {
  const head = new Uint8Array(8 + 2 + entries.length * 12 + 4);
  const view = new DataView(head.buffer);
  head.set(toAscii('MM\0*'));
  view.setUint32(4, 8);
  view.setUint16(8, entries.length);
  entries.forEach(([tag = 0, type = 0, count = 0, value = 0], index) => {
    const at = 10 + index * 12;
    view.setUint16(at, tag);
    view.setUint16(at + 2, type);
    view.setUint32(at + 4, count);
    if (type === 3 && count === 1) view.setUint16(at + 8, value);
    else view.setUint32(at + 8, value);
  });
  return joinBytes([head, tail]);
}

export function xmpSegment(text: string): Uint8Array {
  return writeSegment(0xe1, toAscii('http://ns.adobe.com/xap/1.0/\0'), new TextEncoder().encode(text));
}

/** Joins arrays to one file. */
export function toFile(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return joinBytes(pieces);
}

export function readSheet(text: string): Table {
  const reader = createTableReader({ file: 'towns.csv' });
  reader.push(new TextEncoder().encode(text));
  const { table } = reader.end();
  if (!table) throw new Error('The sheet of the test has a fault.');
  return table;
}
