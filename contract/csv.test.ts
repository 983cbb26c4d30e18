import { describe, expect, it } from 'vitest';
import { guardCell, writeRecord } from './csv.ts';

describe('a cell that looks like a formula', () => {
  it.each([
    '=1+1',
    '+1-555-0100',
    '-2+3',
    '-2\n=1',
    "'=1",
    '@SUM(A1)',
    '\t=1',
    '\0=1',
    '\r=1',
    '\n=1',
    ' =1',
    '\u00a0\u00a0=1',
    '＝1',
  ])('gets a leading apostrophe: %j', (text) => {
    expect(guardCell(text).startsWith("'")).toBe(true);
    expect(guardCell(text).replaceAll(/(^|[\r\n])'/g, '$1')).toBe(text);
  });

  it.each(['a\n=1', 'a\r\n=1', 'a\r  +1', 'a\n\n\u00a0@x'])('gets one on an inner line: %j', (text) => {
    expect(guardCell(text)).toBe(text.replace(/[\r\n](?=[^\r\n]+$)/, "$&'"));
  });

  it.each(['Waco', "O'Fallon", 'a=b', 'St. Mary-le-Bow', 'a\n\nb', 'a\r\nb', ''])('is not %j', (text) => {
    expect(guardCell(text)).toBe(text);
  });
});

it.each(['-95.3', '-2', '+1555', '-1,234.5', '-.5e-3', '+12%', '+1 555 0100', '+1 (555) 010-0100'])(
  'leaves the number %s unchanged',
  (text) => {
    expect(guardCell(text)).toBe(text);
  },
);

describe('a line of a sheet', () => {
  it('quotes only cells that need it', () => {
    expect(writeRecord(['Waco', 'a,b', 'say "x"', 'one\ntwo', ' wide', 'a;b', '', 'Ñandú'])).toBe(
      'Waco,"a,b","say ""x""","one\ntwo"," wide","a;b",,Ñandú\r\n',
    );
  });

  it('contains no formula, quoted or not', () => {
    expect(writeRecord(['=1', '=1,2'])).toBe(`'=1,"'=1,2"\r\n`);
  });
});
