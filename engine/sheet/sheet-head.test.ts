/** Files that aren’t sheets: each is rejected immediately with its type and a suggestion. */
import { describe, expect, it } from 'vitest';
import { joinBytes, readSheet, summarizeProblems, getTexts } from './sheet-fixture.ts';

const random = (length: number, seed: number): Uint8Array => {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
};

const zip = (...names: string[]): Uint8Array =>
  joinBytes('PK', [3, 4, 20, 0, 6, 0, 8, 0], ...names.flatMap((name) => [name, [0, 0, 1, 2, 200]]));

describe('binary files', () => {
  it.each([
    ['an Excel file', zip('[Content_Types].xml', 'xl/workbook.xml'), 'Excel file, not CSV'],
    ['an old Excel file', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0], '.xls'],
    ['an OpenDocument file', zip('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'), '.ods'],
    ['another ZIP archive', zip('towns.csv'), 'ZIP archive'],
    ['a compressed file', [0x1f, 0x8b, 8, 0, 0, 0, 0, 0], '.gz'],
    ['a PDF', '%PDF-1.7\n%âãÏÓ\n', 'PDF'],
    ['a PNG', [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13], 'image'],
    ['a JPEG', [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46], 'image'],
    ['a GIF', 'GIF89a\u0001\u0001', 'image'],
    ['a database', 'SQLite format 3\u0000\u0010', 'not text'],
    ['a NUL in the header', 'geo\u0000city,b\n1,2\n', 'not text'],
    ['a row of NULs', new Uint8Array(5000), 'not text'],
    ['noise', random(50_000, 7), 'not text'],
    ['other noise', random(200_000, 4711), 'not text'],
  ])('rejects %s', (_, content, words) => {
    const { table, problems } = readSheet(joinBytes(content));
    expect(table).toBeUndefined();
    expect(summarizeProblems(problems)).toEqual(['fault sheet-binary']);
    expect(problems[0]?.text).toContain(words);
  });

  it('reads no further, however much follows', () => {
    const { problems } = readSheet(joinBytes('%PDF-1.4\n', random(500_000, 3)), { chunk: 1000 });
    expect(problems).toHaveLength(1);
  });

  it('drops a few control characters in cells', () => {
    const { table, problems } = readSheet(`a,b\n${'\u0000x,1\n'.repeat(20)}`);
    expect(table?.rowCount).toBe(20);
    expect(problems.every((problem) => problem.code === 'characters-dropped')).toBe(true);
  });

  it('reads a small sheet in which a cell has every control character', () => {
    const all = String.fromCharCode(...Array.from({ length: 32 }, (_, code) => code)).replace(
      /[\t\n\v\f\r]/g,
      '',
    );
    const { table } = readSheet(`a,b\n${all}1,${all}\n${all},x\n`);
    expect(table && getTexts(table)).toEqual([
      ['1', ''],
      ['', 'x'],
    ]);
  });
});

describe('texts that aren’t a sheet', () => {
  it.each([
    ['<!DOCTYPE html><html><head><title>Sign in</title>'],
    ['\n  <!doctype html>\n<html lang="en">'],
    ['<html><body>401</body></html>'],
    ['<!-- saved from url -->\n<HTML>'],
    ['<head><meta charset="utf-8">'],
    ['\ufeff<!DOCTYPE html>'],
  ])('rejects a web page: %j', (text) => {
    const { table, problems } = readSheet(text);
    expect(table).toBeUndefined();
    expect(summarizeProblems(problems)).toEqual(['fault sheet-html']);
    expect(problems[0]?.text).toContain('probably not public');
  });

  it('rejects a web page in UTF-16', () => {
    const { problems } = readSheet(
      joinBytes(
        [0xff, 0xfe],
        [...'<html>'].flatMap((letter) => [letter.charCodeAt(0), 0]),
      ),
    );
    expect(summarizeProblems(problems)).toEqual(['fault sheet-html']);
  });

  it.each(['<?xml version="1.0"?><rss version="2.0">', '<rss version="2.0">', '<urlset>'])(
    'rejects XML, which may be the seed: %j',
    (text) => {
      const { problems } = readSheet(text);
      expect(summarizeProblems(problems)).toEqual(['fault sheet-xml']);
      expect(problems[0]?.text).toContain('as the seed');
    },
  );

  it('reads a sheet whose cells contain HTML', () => {
    const { table, problems } = readSheet('intro_html,b\n<html><p>x</p></html>,<!DOCTYPE html>\n');
    expect(problems).toEqual([]);
    expect(table?.rowCount).toBe(1);
  });

  it('reads a sheet whose first name begins with a sign', () => {
    expect(readSheet('<city>,b\n1,2\n').problems).toEqual([]);
    expect(readSheet('%PDF,PK\n1,2\n').problems).toEqual([]);
  });
});
