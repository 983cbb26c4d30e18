/** Zips of stored files, read by another implementation and compared with the computed length. */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { readZip } from '#testkit/zip-reader.ts';
import { measureStoredZip, StoredZip } from './stored-zip.ts';

const MODIFIED = new Date(Date.UTC(2026, 10, 23, 17, 3, 8));

function pack(files: readonly { name: string; bytes: Uint8Array }[]): Buffer {
  const zip = new StoredZip(MODIFIED);
  const pieces = files.flatMap(({ name, bytes }) => zip.add(name, [bytes.subarray(0, 3), bytes.subarray(3)]));
  return Buffer.concat([...pieces, ...zip.end()]);
}

describe('a zip of stored files', () => {
  it('contains the added files and has the computed length', () => {
    const file = fc.record({ bytes: fc.uint8Array({ maxLength: 300 }), name: fc.string({ maxLength: 20 }) });
    fc.assert(
      fc.property(fc.array(file, { maxLength: 12 }), (given) => {
        const files = given.map(({ name, bytes }, index) => ({
          name: `${index}/${name.toWellFormed()}`,
          bytes,
        }));
        const zip = pack(files);
        expect(zip.length).toBe(
          measureStoredZip(files.map(({ name, bytes }) => ({ name, size: bytes.length }))),
        );
        expect([...readZip(zip)].map(([name, bytes]) => [name, [...bytes]])).toEqual(
          files.map(({ name, bytes }) => [name, [...bytes]]),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('is the same for the same files and time', () => {
    const files = [{ name: 'houston/deck.jpg', bytes: Buffer.from('picture') }];
    expect(pack(files).equals(pack(files))).toBe(true);
  });

  it('has the longer records for many files and for 4 GiB in its computed length', () => {
    const many = Array.from({ length: 65_535 }, (_, index) => ({ name: `${index}.jpg`, size: 0 }));
    const names = many.reduce((sum, { name }) => sum + 2 * name.length, 0);
    expect(measureStoredZip(many)).toBe(65_535 * (30 + 46) + names + 76 + 22);
    const large = [
      { name: 'a', size: 0xffff_ffff },
      { name: 'b', size: 1 },
    ];
    expect(measureStoredZip(large)).toBe(0xffff_ffff + 1 + 2 * (30 + 46 + 2) + 12 + 76 + 22);
  });

  /** Bytes that report a length of 4 GiB or more without using that memory. */
  const pretend = (length: number): Uint8Array =>
    Object.defineProperty(new Uint8Array(0), 'length', { value: length });
  const LIMIT = 0xffff_ffff;
  const HEADER = 30 + 1;

  it.each([
    [-1, 0],
    [0, 12],
  ])('gives a file that begins at 4 GiB − 1 %d bytes an extra field of %d bytes', (distance, extra) => {
    const files = [
      { name: 'a', size: LIMIT + distance - HEADER },
      { name: 'b', size: 1 },
    ];
    const zip = new StoredZip(MODIFIED);
    const written = files.flatMap(({ name, size }) => zip.add(name, [pretend(size)]));
    const [, record, ...rest] = zip.end();
    if (!record) throw new Error('The second file is not in the directory.');
    const view = new DataView(record.buffer, record.byteOffset);
    expect(view.getUint16(30, true)).toBe(extra);
    expect(view.getUint32(42, true)).toBe(LIMIT + (extra === 0 ? distance : 0));
    expect(record).toHaveLength(46 + 1 + extra);
    if (extra > 0) expect(view.getBigUint64(46 + 1 + 4, true)).toBe(BigInt(LIMIT + distance));
    const length = [...written, record, ...rest].reduce((sum, piece) => sum + piece.length, 46 + 1);
    expect(measureStoredZip(files)).toBe(length);
  });

  it.each([
    [-1, false],
    [0, true],
  ])('whose directory begins at 4 GiB − 1 %d bytes ends with the longer record: %s', (distance, isLong) => {
    const files = [{ name: 'a', size: LIMIT + distance - HEADER }];
    const zip = new StoredZip(MODIFIED);
    const written = zip.add('a', [pretend(LIMIT + distance - HEADER)]);
    const end = zip.end();
    expect(end).toHaveLength(isLong ? 3 : 2);
    const last = end.at(-1) ?? new Uint8Array(22);
    expect(new DataView(last.buffer, last.byteOffset).getUint32(16, true)).toBe(
      LIMIT + (isLong ? 0 : distance),
    );
    const length = [...written, ...end].reduce((sum, piece) => sum + piece.length, 0);
    expect(measureStoredZip(files)).toBe(length);
  });

  it('passes `unzip -t` if it is installed', () => {
    const path = join(makeFolder(), 'copies.zip');
    writeFileSync(path, pack([{ name: 'São Paulo/deck.jpg', bytes: Buffer.alloc(100_000, 7) }]));
    if (spawnSync('unzip', ['-v']).status !== 0) return;
    expect(execFileSync('unzip', ['-t', path], { encoding: 'utf8' })).toContain('No errors detected');
  });
});
