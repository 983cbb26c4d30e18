import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import {
  decodeByteString,
  encodeByteString,
  encodeText,
  isUtf8,
  repairUtf8,
  toByteString,
} from './byte-string.ts';
import { RecordScanner } from './record-scanner.ts';
import { detectDialect } from './sheet-dialect.ts';
import { toColumnLetters } from './sheet-problem.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 40 });
const bytes = fc.uint8Array({ maxLength: 40 });

function isDecodable(value: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(value);
    return true;
  } catch {
    return false;
  }
}

describe('a byte string', () => {
  it('has one character per byte for any bytes', () => {
    fc.assert(
      fc.property(bytes, (value) => {
        expect([...toByteString(value)].map((character) => character.charCodeAt(0))).toEqual([...value]);
      }),
    );
  });

  it.each([8191, 8192, 8193, 20_000])('is the same for long bytes: %i', (length) => {
    const value = Uint8Array.from({ length }, (_, at) => (at * 31) % 256);
    const found = toByteString(value);
    expect(found.length).toBe(length);
    for (let at = 0; at < length; at += 1) if (found.charCodeAt(at) !== value[at]) expect(at).toBe(-1);
  });

  it.each([
    ['a letter now and then', `${'Canyon '.repeat(400)}Cañon `, 6],
    ['a sign of four bytes now and then', `${'pipe '.repeat(300)}🚰`, 12],
    ['an alphabet of its own', 'Сантехник в Москве, ', 700],
    ['the mark of a lost character', `${'x'.repeat(500)}\ufffdé`, 9],
  ])('is the same in long texts with %s, at any cut', (_, unit, times) => {
    const value = new TextEncoder().encode(unit.repeat(times));
    for (const cut of [0, 1, 2, 3, 7]) {
      const part = value.subarray(cut);
      const found = Uint8Array.from(toByteString(part), (character) => character.charCodeAt(0));
      expect(found.length).toBe(part.length);
      expect(found.findIndex((byte, at) => byte !== part[at])).toBe(-1);
    }
  });

  it('decodes to the text that it was created from', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(decodeByteString(encodeByteString(value))).toBe(value);
      }),
    );
  });

  it('preserves a byte order mark', () => {
    expect(decodeByteString(encodeByteString('\ufeffa'))).toBe('\ufeffa');
  });

  it('marks lone surrogates, so that cells drop them', () => {
    expect([...encodeText('a\ud83d')]).toEqual([0x61, 1]);
    expect([...encodeText('\ude42b\ud83d')]).toEqual([1, 0x62, 1]);
    expect(new TextDecoder().decode(encodeText('🙂'))).toBe('🙂');
  });

  it('is valid exactly if the platform decodes it', () => {
    const sequences = fc.array(
      fc.constantFrom(
        [0x41],
        [0xc3, 0xa9],
        [0xe2, 0x82, 0xac],
        [0xf0, 0x9f, 0x99, 0x82],
        [0xc0, 0x80],
        [0xed, 0xa0, 0x80],
        [0xf4, 0x90, 0x80, 0x80],
        [0xe0, 0x80, 0x80],
        [0xff],
        [0x80],
        [0xe2, 0x82],
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          bytes,
          sequences.map((parts) => Uint8Array.from(parts.flat())),
        ),
        (value) => {
          expect(isUtf8(value, 0, value.length)).toBe(isDecodable(value));
        },
      ),
      { numRuns: cases(300) },
    );
  });

  it('is validated only in the range', () => {
    const value = Uint8Array.of(0xff, 0xc3, 0xa9, 0xff);
    expect([isUtf8(value, 1, 3), isUtf8(value, 0, 3), isUtf8(value, 1, 4), isUtf8(value, 1, 2)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('is repaired to UTF-8, and valid UTF-8 is unchanged', () => {
    fc.assert(
      fc.property(bytes, (value) => {
        const fixed = repairUtf8(toByteString(value));
        expect(isDecodable(Uint8Array.from(fixed, (character) => character.charCodeAt(0)))).toBe(true);
        expect(repairUtf8(fixed)).toBe(fixed);
        if (isDecodable(value)) expect(fixed).toBe(toByteString(value));
      }),
      { numRuns: cases(200) },
    );
  });

  it('is read as Windows-1252 byte by byte if it isn’t UTF-8', () => {
    expect(decodeByteString('Ca\u00f1on \u0093x\u0094 \u0080')).toBe('Cañon “x” €');
    expect(decodeByteString('\u00c3\u00a9 \u00e9')).toBe('é é');
  });
});

describe('one record', () => {
  const scan = (record: string, delimiter = ',') => {
    const scanner = new RecordScanner({ delimiter, newline: '\n' });
    return [scanner.scan(record, 0), scanner.cells, scanner.end];
  };

  it.each<[string, unknown[]]>([
    ['a,b\nc', ['whole', ['a', 'b'], 4]],
    ['a,b', ['cut', ['a', 'b'], 4]],
    ['', ['cut', [''], 1]],
    ['\n', ['whole', [''], 1]],
    [',', ['cut', ['', ''], 2]],
    ['"a\nb",c\n', ['whole', ['a\nb', 'c'], 8]],
    ['"a""b"\n', ['whole', ['a"b'], 7]],
    ['""""\n', ['whole', ['"'], 5]],
    ['a"b"\n', ['whole', ['a"b"'], 5]],
    ['a,b\r\r\n', ['whole', ['a', 'b'], 6]],
    ['"a"\r\r\n', ['whole', ['a'], 6]],
  ])('%j', (record, expected) => {
    expect(scan(record)).toEqual(expected);
  });

  it('reports the position of an open quotation mark', () => {
    const scanner = new RecordScanner({ delimiter: ',', newline: '\n' });
    expect([scanner.scan('a,"b\nc', 0), scanner.openAt, scanner.cells]).toEqual(['open', 2, ['a']]);
    expect([scanner.scan('a,"b\nc', 0, 2), scanner.cells]).toEqual(['whole', ['a', '"b']]);
  });

  it('of any cells is split into these cells again, by any separator', () => {
    const cell = fc.stringMatching(/^[a,;|\t\n"\r ]{0,5}$/);
    fc.assert(
      fc.property(
        fc.array(cell, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(',', ';', '|', '\t'),
        (cells, delimiter) => {
          const record = cells.map((each) => `"${each.replaceAll('"', '""')}"`).join(delimiter);
          expect(scan(`${record}\nnext`, delimiter)).toEqual(['whole', cells, record.length + 1]);
        },
      ),
      { numRuns: cases(200) },
    );
  });
});

describe('the dialect of a sheet', () => {
  it.each<[string, string, string]>([
    ['a,b\n1,2\n', ',', '\n'],
    ['a;b\r\n1,5;2\r\n', ';', '\n'],
    ['a\tb\r1\t2\r', '\t', '\r'],
    ['a|b\r\r\n1|2', '|', '\n'],
    ['"a\rb",c\n', ',', '\n'],
    ['"a""\r",c\n', ',', '\n'],
    ['"a;b;c",d\n"e;f;g",h\n', ',', '\n'],
    ['a\n1\n', ',', '\n'],
    ['\r\n\r\na;b\r1;2', ';', '\r'],
  ])('of %j', (sheet, delimiter, newline) => {
    expect(detectDialect(sheet)).toEqual({ delimiter, newline, preamble: 0 });
  });

  it.each(['sep=;\n', 'sep=;\r\n', 'SEP=;\r\r\n', '"sep=;"\r', 'sep=;'])(
    'is reported by the line above the header, which is passed over: %j',
    (line) => {
      expect(detectDialect(line)).toMatchObject({ delimiter: ';', preamble: line.length });
    },
  );
});

describe('the letter of a column', () => {
  it('continues as in spreadsheets', () => {
    expect([0, 25, 26, 51, 52, 701, 702, 18_277, 18_278].map(toColumnLetters)).toEqual([
      'A',
      'Z',
      'AA',
      'AZ',
      'BA',
      'ZZ',
      'AAA',
      'ZZZ',
      'AAAA',
    ]);
  });
});
