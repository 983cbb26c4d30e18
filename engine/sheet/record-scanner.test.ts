/** Records and their cells, and the position of an open quotation mark. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { RecordScanner } from './record-scanner.ts';

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

  it('is split into the cells that it was written from, by any separator', () => {
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
