/** Zips of stored files: read back by another reader, of the length that was said before. */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { readZip } from '#testkit/zip-reader.ts';
import { measureStoredZip, StoredZip } from './stored-zip.ts';

const MOMENT = new Date(Date.UTC(2026, 10, 23, 17, 3, 8));

function pack(files: readonly { name: string; bytes: Uint8Array }[]): Buffer {
  const zip = new StoredZip(MOMENT);
  const pieces = files.flatMap(({ name, bytes }) => zip.add(name, [bytes.subarray(0, 3), bytes.subarray(3)]));
  return Buffer.concat([...pieces, ...zip.end()]);
}

describe('a zip of stored files', () => {
  it('holds what was added, and has the length that was measured', () => {
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

  it('is the same for the same files and moment', () => {
    const files = [{ name: 'houston/deck.jpg', bytes: Buffer.from('picture') }];
    expect(pack(files).equals(pack(files))).toBe(true);
  });

  it('is measured with the longer records that many files and 4 GiB take', () => {
    const many = Array.from({ length: 65_535 }, (_, index) => ({ name: `${index}.jpg`, size: 0 }));
    const names = many.reduce((sum, { name }) => sum + 2 * name.length, 0);
    expect(measureStoredZip(many)).toBe(65_535 * (30 + 46) + names + 76 + 22);
    const large = [
      { name: 'a', size: 0xffff_ffff },
      { name: 'b', size: 1 },
    ];
    expect(measureStoredZip(large)).toBe(0xffff_ffff + 1 + 2 * (30 + 46 + 2) + 12 + 76 + 22);
  });

  it('is whole for the unzip of the machine, where it has one', () => {
    const path = join(makeFolder(), 'copies.zip');
    writeFileSync(path, pack([{ name: 'São Paulo/deck.jpg', bytes: Buffer.alloc(100_000, 7) }]));
    if (spawnSync('unzip', ['-v']).status !== 0) return;
    expect(execFileSync('unzip', ['-t', path], { encoding: 'utf8' })).toContain('No errors detected');
  });
});
