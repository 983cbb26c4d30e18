/** Reading and writing of files: limits, checksums and error texts. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { describeFileError, isFileError } from './file-problem.ts';
import { openFile } from './file-writer.ts';
import { readWholeFile, streamFile } from './source-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'geoloom-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const BYTES = Uint8Array.from({ length: 1000 }, (_, at) => at % 251);
const SHA256 = createHash('sha256').update(BYTES).digest('hex');

/** Calls `work` and returns the error of the file system. */
function fail(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('expected an error');
}

describe('reading', () => {
  it.each([1, 7, 999, 1000, 1001])('gives the same bytes and checksum in chunks of %i', (chunkBytes) => {
    const pieces: Uint8Array[] = [];
    const source = streamFile(write('a.xml', BYTES), (piece) => pieces.push(piece.slice()), { chunkBytes });
    expect(source).toEqual({ file: 'a.xml', bytes: 1000, sha256: SHA256 });
    expect(pieces.every(({ length }) => length <= chunkBytes)).toBe(true);
    expect(Buffer.concat(pieces).equals(BYTES)).toBe(true);
  });

  it('accepts a file of exactly the limit, and reports the size of a larger one without its bytes', () => {
    const path = write('limit.xml', BYTES);
    expect(readWholeFile(path, 1000).bytes?.length).toBe(1000);
    expect(readWholeFile(path, 999)).toEqual({ source: { file: 'limit.xml', bytes: 1000, sha256: '' } });
  });

  it('accepts an empty file', () => {
    const { source, bytes } = readWholeFile(write('empty.csv', new Uint8Array(0)), 10);
    expect(source).toMatchObject({ file: 'empty.csv', bytes: 0 });
    expect(source.sha256).toBe(createHash('sha256').digest('hex'));
    expect(bytes?.length).toBe(0);
  });
});

describe('writing', () => {
  it('writes bytes and text, flushes when it is closed, and may be closed twice', () => {
    const path = join(folder, 'new.html');
    const file = openFile(path);
    const line = `${'é'.repeat(100)}\n`;
    for (let count = 0; count < 2000; count += 1) file.writeText(line);
    file.close();
    file.close();
    expect(readFileSync(path, 'utf8')).toBe(line.repeat(2000));
    const other = openFile(join(folder, 'bytes.xml'));
    for (let at = 0; at < BYTES.length; at += 100) other.write(BYTES.subarray(at, at + 100));
    other.close();
    expect(readFileSync(join(folder, 'bytes.xml')).equals(BYTES)).toBe(true);
  });

  it('never opens an existing file', () => {
    const path = write('there.xml', BYTES);
    expect(fail(() => openFile(path))).toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(path).equals(BYTES)).toBe(true);
  });
});

describe('an error of the file system', () => {
  it('is reported with its path and instructions', () => {
    mkdirSync(join(folder, 'sub'), { recursive: true });
    const path = write('plain', BYTES);
    const read = (name: string) =>
      describeFileError(
        fail(() => readFileSync(name)),
        'the-file',
      );
    expect(read(join(folder, 'nowhere'))).toEqual({
      code: 'file-missing',
      severity: 'fault',
      text: 'the-file does not exist. Check the name and the folder.',
      file: 'the-file',
    });
    expect(read(join(folder, 'sub'))).toMatchObject({ code: 'file-is-folder' });
    expect(read(join(path, 'below'))).toMatchObject({ code: 'file-not-folder' });
  });

  it.each([
    ['EACCES', 'file-forbidden', 'No permission for'],
    ['EPERM', 'file-forbidden', 'No permission for'],
    ['EROFS', 'file-forbidden', 'No permission for'],
    ['ENOSPC', 'disk-full', 'No space is left for'],
    ['EDQUOT', 'quota-reached', 'No space is left for'],
    ['EFBIG', 'file-too-large', 'No space is left for'],
    ['EMFILE', 'file-error', 'the system returned EMFILE'],
  ])('as %s is the problem %s', (code, problem, text) => {
    const error = Object.assign(new Error('refused'), { code, syscall: 'open' });
    expect(describeFileError(error, 'the-file')).toMatchObject({
      code: problem,
      text: expect.stringContaining(text),
    });
  });

  it('is distinguished from a bug, which is rethrown', () => {
    const own = new TypeError('x is not a function');
    expect(isFileError(own)).toBe(false);
    expect(fail(() => describeFileError(own, 'the-file'))).toBe(own);
    expect(isFileError(fail(() => readFileSync('a\0b')))).toBe(false);
  });
});
