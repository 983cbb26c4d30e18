import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { MAX_LINEAR_GROWTH, measureGrowth } from '#testkit/growth.ts';
import { hostileValue } from '#testkit/hostile-values.ts';
import { build, wxrSeed } from '#testkit/wxr-seed.ts';
import {
  FILTER_NAMES,
  type FilterName,
  PLAIN_FILTER_NAMES,
  applyFilters,
  describeInvalidFilter,
  splitList,
  toTelephone,
} from './filters.ts';
import { findBracketed } from './placeholder.ts';

function apply(value: string, name: FilterName, ...texts: string[]): string {
  return applyFilters(value, [{ name, arguments: texts }]);
}

/** Applies filters as written after a name: `upper | truncate:5`. */
function applyWritten(value: string, written: string): string {
  const [bracketed] = findBracketed(`[v | ${written}]`);
  expect(bracketed?.unknownFilter).toBeUndefined();
  return applyFilters(value, bracketed?.filters ?? []);
}

it('writes half of a surrogate pair of a default as U+FFFD and no control characters', () => {
  const content = `<script>x = "[v | default:'\\ud83d'][w | default:'\\u0001\\ude00']"</script>`;
  const rows = [
    ['geo_city', 'geo_url', 'v', 'w'],
    ['Waco', 'waco', '', ''],
  ];
  const { pages } = build(wxrSeed({ content, slug: 'geo_url' }), rows);
  expect(pages[0]?.fields['content:encoded']).toBe('<script>x = "\ufffd\ufffd"</script>');
});

/** Valid arguments of the filters that check theirs. */
const TEXTS: Partial<Record<FilterName, string[]>> = {
  plural: ['$1', '$&'],
  number: ['1,234.00'],
  date: ['MMMM D, YYYY'],
  replace: ['a', '$&'],
  truncate: ['7'],
};

describe('each filter', () => {
  it.each<[FilterName, string, string]>([
    ['upper', 'Straße é', 'STRASSE É'],
    ['lower', 'O’FALLON Ä', 'o’fallon ä'],
    ['title', 'NEW york-city (old town)/x', 'New York-City (Old Town)/X'],
    ['title', "o'fallon élan", "O'fallon Élan"],
    ['slug', 'St. Louis, MO', 'st-louis-mo'],
    ['digits', '+1 (555) 010-9999 x2', '155501099992'],
    ['tel', '+1 (555) 010-9999', '+15550109999'],
    ['tel', '(+49) 30 12', '+493012'],
    ['tel', '030 + 12', '03012'],
    ['tel', 'call us', ''],
    ['plural', 'city', 'cities'],
    ['plural', 'day', 'days'],
    ['plural', 'church', 'churches'],
    ['plural', 'bus', 'buses'],
    ['plural', 'box', 'boxes'],
    ['plural', 'TOWN', 'TOWNS'],
    ['plural', 'CITY', 'CITIES'],
    ['plural', 'electrician', 'electricians'],
    ['plural', '', ''],
    ['plural', ' ', ' '],
    ['first', 'Waco, Temple; Killeen', 'Waco'],
    ['first', ' Waco | Temple', 'Waco'],
    ['first', 'Waco\r\nTemple', 'Waco'],
    ['first', '', ''],
    ['json', 'a "b"\n\\', 'a \\"b\\"\\n\\\\'],
    ['url', 'a b&c/é', 'a%20b%26c%2F%C3%A9'],
    ['sentence', 'drain cleaning in Waco', 'Drain cleaning in Waco'],
    ['sentence', '“élan” and more', '“Élan” and more'],
    ['sentence', '3 towns', '3 towns'],
    ['sentence', '  x', '  X'],
    ['sentence', '', ''],
  ])('%s of %j is %j', (name, value, result) => {
    expect(apply(value, name)).toBe(result);
  });

  it('default replaces empty and blank values', () => {
    expect(apply('', 'default', 'call us')).toBe('call us');
    expect(apply(' \t', 'default', 'call us')).toBe('call us');
    expect(apply('0', 'default', 'call us')).toBe('0');
    expect(apply(' x ', 'default', 'call us')).toBe(' x ');
  });

  it('accepts any text and returns whole characters', () => {
    const filters = fc.array(fc.constantFrom(...FILTER_NAMES), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(hostileValue, filters, (value, names) => {
        const text = applyFilters(
          value,
          names.map((name) => ({ name, arguments: TEXTS[name] ?? ['$1 "x" '] })),
        );
        expect(text.isWellFormed()).toBe(true);
      }),
      { numRuns: cases(200) },
    );
  });
});

describe('number', () => {
  it.each([
    ['1234567', '1,234', '1,234,567'],
    ['1,234,567.5', '1,234', '1,234,568'],
    ['1234.5', '1.234,5', '1.234,5'],
    ['1.234,56', '1,234.50', '1,234.56'],
    ['1234567', '1 234', '1 234 567'],
    ["1'234'567", '1,234', '1,234,567'],
    ['1234', '1234.00', '1234.00'],
    ['12.3456', '0', '12'],
    ['12.5', '0', '13'],
    ['-12.5', '0', '-13'],
    ['-0.4', '0', '0'],
    ['0.05', '0.0', '0.1'],
    ['1.005', '0.00', '1.01'],
    ['999.995', '1,000.00', '1,000.00'],
    ['.5', '0.00', '0.50'],
    ['51,96', '0.0', '52.0'],
    ['007', '0', '7'],
    ['\u22127', '0', '-7'],
    ['12345678901234567890', '1,234', '12,345,678,901,234,567,890'],
    ['1.234', '0.000', '1.234'],
    ['1.234', '1.234', '1'],
  ])('writes %s like %s: %s', (value, model, result) => {
    expect(applyWritten(value, `number:"${model}"`)).toBe(result);
  });

  it.each(['', 'about 500', '$1,200', '5 km', '1,23,456', '1.2.3', '1e5', '-', '٣', '9'.repeat(61)])(
    'leaves %j as it is',
    (value) => {
      expect(apply(value, 'number', '1,234')).toBe(value);
    },
  );

  it('rounds as decimal arithmetic does', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), (thousandths) => {
        const [size, sign] = [Math.abs(thousandths), thousandths < 0 ? '-' : ''];
        const digits = String(size).padStart(4, '0');
        const hundredths = Math.floor((size + 5) / 10);
        const rounded = `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
        const value = `${sign}${digits.slice(0, -3)}.${digits.slice(-3)}`;
        expect(apply(value, 'number', '0.00')).toBe(hundredths === 0 ? '0.00' : sign + rounded);
      }),
      { numRuns: cases(300) },
    );
  });
});

describe('date', () => {
  it.each([
    ['2025-07-04', 'MMMM D', 'July 4'],
    ['2025-07-04', 'dddd, MMM DD, YYYY', 'Friday, Jul 04, 2025'],
    ['2025-07-04', 'ddd MM/D/YY', 'Fri 07/4/25'],
    ['2025-07-04', 'M-D', '7-4'],
    ['1969-12-31', 'dddd', 'Wednesday'],
    ['2024-02-29', 'MMMM D', 'February 29'],
    ['2025/7/4', 'YYYY-MM-DD', '2025-07-04'],
    ['2025-07-04T23:59:59.999Z', 'YYYYMMDD', '20250704'],
    ['2025-07-04 08:00:00', 'YYYY', '2025'],
    ['7/4/2025', 'MMMM D', 'July 4'],
    ['07-04-25', 'YYYY', '2025'],
    ['7/4/69', 'YYYY', '1969'],
    ['7/4/2025 3:00 PM', 'MMMM D', 'July 4'],
    ['July 4, 2025', 'M/D/YYYY', '7/4/2025'],
    ['Jul. 4th 2025', 'M/D/YYYY', '7/4/2025'],
    ['Sept 1, 2025', 'M/D/YYYY', '9/1/2025'],
    ['Friday, July 4, 2025', 'M/D/YYYY', '7/4/2025'],
    ['4 July 2025', 'M/D/YYYY', '7/4/2025'],
    ['4-Jul-25', 'M/D/YYYY', '7/4/2025'],
    ['AUGUST 31, 2025', 'MMM', 'Aug'],
  ])('writes %s as %s: %s', (value, pattern, result) => {
    expect(applyWritten(value, `date:"${pattern}"`)).toBe(result);
  });

  it.each([
    '',
    'soon',
    '2025',
    '2025-02-29',
    '2025-13-01',
    '13/7/2025',
    '4.7.2025',
    'Foo 4, 2025',
    '7/4-2025',
    'July 2025',
  ])('leaves %j as it is', (value) => {
    expect(apply(value, 'date', 'MMMM D')).toBe(value);
  });

  it('reads its own output and finds the weekday of every day', () => {
    fc.assert(
      fc.property(fc.integer({ min: -150_000, max: 150_000 }), (days) => {
        const date = new Date(days * 86_400_000);
        const iso = date.toISOString().slice(0, 10);
        expect(apply(iso, 'date', 'dddd')).toBe(
          date.toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' }),
        );
        for (const pattern of ['MMMM D, YYYY', 'M/D/YYYY', 'D MMM YYYY', 'YYYY/MM/DD'])
          expect(apply(apply(iso, 'date', pattern), 'date', 'YYYY-MM-DD')).toBe(iso);
      }),
      { numRuns: cases(300) },
    );
  });
});

describe('replace', () => {
  it.each([
    ['Saint Paul and Saint Louis', 'replace:"Saint ","St. "', 'St. Paul and St. Louis'],
    ['a.b.c', 'replace:".",""', 'abc'],
    ['a,b', 'replace:",",";"', 'a;b'],
    ['a|b', 'replace:"|",", "', 'a, b'],
    ['a,b', 'replace:",","|"', 'a|b'],
    ['x', 'replace:"x","$& $1"', '$& $1'],
    ['O’Fallon', 'replace:"’","" | upper', 'OFALLON'],
    ['Mount Ida', 'replace:&#8220;Mount&#8221;, &#8220;Mt.&#8221;', 'Mt. Ida'],
    ['Mount Ida', "replace: 'Mount' , 'Mt.'", 'Mt. Ida'],
    ['say "hi"', 'replace:\'"\',"*"', 'say *hi*'],
    ['AAA', 'replace:"A","AA"', 'AAAAAA'],
    ['mount', 'replace:"Mount","Mt."', 'mount'],
  ])('changes %s by %s to %s', (value, written, result) => {
    expect(applyWritten(value, written)).toBe(result);
  });

  it('stops at the limit of one text, which skips the row, however often it is repeated', () => {
    const filters = Array.from({ length: 6 }, () => ({
      name: 'replace' as const,
      arguments: ['a', 'a'.repeat(1000)],
    }));
    const { length } = applyFilters('a', filters);
    expect(length).toBeGreaterThan(10_000_000);
    expect(length).toBeLessThan(10_002_000);
  });
});

describe('truncate', () => {
  it.each([
    ['Austin', 6, 'Austin'],
    ['Austin and Dallas', 10, 'Austin…'],
    ['Austin and Dallas', 11, 'Austin and…'],
    ['Austin and Dallas', 12, 'Austin and…'],
    ['Austin, Dallas', 10, 'Austin…'],
    ['Austin – Dallas', 10, 'Austin…'],
    ['Llanfairpwllgwyngyll', 6, 'Llanf…'],
    ['Austin', 1, '…'],
    ['  Austin', 5, '  Au…'],
    ['ae\u0301e\u0301', 4, 'ae\u0301…'],
    ['a😀😀', 4, 'a😀…'],
    ['👩‍👩‍👧👩‍👩‍👧', 9, '👩‍👩‍👧…'],
    ['👩‍👩‍👧👩‍👩‍👧', 8, '…'],
  ])('%s to %i is %s', (value, length, result) => {
    expect(applyWritten(value, `truncate:${length}`)).toBe(result);
    expect(applyWritten(value, `truncate:"${length}"`)).toBe(result);
  });

  it('is never longer, and keeps whole words if the first one fits', () => {
    const words = fc.array(fc.constantFrom('a', 'town', 'Waco', 'é', '😀', 'longest'), { maxLength: 12 });
    fc.assert(
      fc.property(words, hostileValue, fc.integer({ min: 8, max: 40 }), (list, hostile, length) => {
        expect(apply(hostile, 'truncate', String(length)).length).toBeLessThanOrEqual(length);
        const text = list.join(' ');
        const result = apply(text, 'truncate', String(length));
        expect(result.length).toBeLessThanOrEqual(length);
        if (result === text) return;
        const seen = result.slice(0, -1);
        expect(list.join(' ').startsWith(`${seen} `)).toBe(true);
        // one more word would be too long
        const next = list[seen.split(' ').length] ?? '';
        expect(`${seen} ${next}…`.length).toBeGreaterThan(length);
      }),
      { numRuns: cases(300) },
    );
  });
});

it('plural with two forms chooses by the count', () => {
  const forms = ['town', 'towns'] as const;
  for (const count of ['1', '1.0', '01']) expect(apply(count, 'plural', ...forms)).toBe('town');
  for (const count of ['0', '2', '1.5', '1,000', '-1', 'many'])
    expect(apply(count, 'plural', ...forms)).toBe('towns');
  expect(apply('', 'plural', ...forms)).toBe('');
  expect(applyWritten('5', 'plural:"town","towns" | upper')).toBe('TOWNS');
});

it('splits lists at the separator, or like first', () => {
  expect(splitList(' a, b;c|d\ne,, ', '')).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(splitList('a, b | c |', '|')).toEqual(['a, b', 'c']);
  expect(splitList('', '')).toEqual([]);
});

describe('arguments', () => {
  it.each([
    ['date', 'date'],
    ['date:"yyyy"', 'date'],
    ['date:"MMMM Do"', 'date'],
    ['date:", "', 'date'],
    ['date:"MMMM D","YYYY"', 'date'],
    ['number', 'number'],
    ['number:"#,##0"', 'number'],
    ['number:"$1,234"', 'number'],
    ['number:"1,234,5"', 'number'],
    ['number:"12,34"," "', 'number'],
    ['truncate', 'truncate:60'],
    ['truncate:0', 'truncate:60'],
    ['truncate:-5', 'truncate:60'],
    ['truncate:10001', 'truncate:60'],
    ['truncate:"six"', 'truncate:60'],
    ['replace:"a"', 'replace:"Saint","St."'],
    ['replace:a,b', 'replace:"Saint","St."'],
    ['replace:"","b"', 'replace:"Saint","St."'],
    ['replace:"a","b","c"', 'replace:"Saint","St."'],
    ['replace:"a","&#91;x"', 'replace:"Saint","St."'],
    ['plural:"towns"', 'plural or plural:"town","towns"'],
    ['plural:"a","b&#93;"', 'plural or plural:"town","towns"'],
    ['upper:"x"', 'Write upper.'],
    ['sentence:x', 'Write sentence.'],
    ['default:"a","b"', 'default:"your town"'],
  ])('of %s are refused with a remedy', (written, remedy) => {
    const [bracketed] = findBracketed(`[v | lower | ${written}]`);
    expect(bracketed?.filters).toEqual([{ name: 'lower', arguments: [] }]);
    const unknown = bracketed?.unknownFilter ?? '';
    expect(describeInvalidFilter(unknown)).toMatch(/^the filter ".*" isn’t written correctly\. Write /);
    expect(describeInvalidFilter(unknown)).toContain(remedy);
  });

  it('are optional for filters that a correction may propose', () => {
    for (const name of PLAIN_FILTER_NAMES)
      expect(findBracketed(`[v | ${name}]`)[0]?.filters).toEqual([{ name, arguments: [] }]);
    expect(FILTER_NAMES.filter((name) => !PLAIN_FILTER_NAMES.includes(name))).toEqual([
      'number',
      'date',
      'replace',
      'truncate',
    ]);
  });

  it('are read in linear time, whatever they contain', () => {
    for (const unit of ['"a",', '",', "'a' ", '" "', ' , ', '"|', '|', ':'])
      expect(
        measureGrowth((size) => () => findBracketed(`[v | replace:"${unit.repeat(size)}]`), 600),
        unit,
      ).toBeLessThanOrEqual(MAX_LINEAR_GROWTH);
  });
});

describe('filters of a placeholder', () => {
  const rows = [
    ['geo_city', 'geo_url', 'phone'],
    ["O'FALLON, IL", 'ofallon', '+1 (555) 0100'],
    ['', 'nowhere', ''],
  ];
  const fill = (content: string): (string | undefined)[] =>
    build(wxrSeed({ content, title: 'T' }), rows, { footer: '<a href="[page_url]">T</a>' }).pages.map(
      (page) => page.fields['content:encoded'],
    );

  it('chain from left to right', () => {
    expect(fill('[geo_city | first | lower | title]')[0]).toBe("O'fallon");
    expect(fill('[geo_city|upper|lower|first]')[0]).toBe("o'fallon");
    expect(fill('[geo_city | default:"your town" | upper]')[1]).toBe('YOUR TOWN');
    expect(fill('[geo_city | upper | default:"your town"]')[1]).toBe('your town');
  });

  it('are applied before the value is encoded for its place', () => {
    expect(fill('<b title="[phone | default:"call <us>"]">x</b>')[0]).toBe('<b title="+1 (555) 0100">x</b>');
    expect(fill('<p>[phone | default:"a &amp; b"]</p>')[1]).toBe('<p>a &amp; b</p>');
    expect(fill('<a href="/?q=[geo_city | slug]">x</a>')[0]).toBe('<a href="/?q=ofallon-il">x</a>');
  });

  it('accept quotes of any kind, as editors write them', () => {
    for (const quoted of [
      '"your town"',
      '\u201cyour town\u201d',
      '&#8220;your town&#8221;',
      "'your town'",
      'your town',
    ])
      expect(fill(`[geo_city | default:${quoted}]`)[1]).toBe('your town');
  });
});

it('a telephone URL has only digits, and a plus before them', () => {
  fc.assert(
    fc.property(hostileValue, (value) => {
      expect(toTelephone(value)).toMatch(/^\+?[0-9]*$/);
      expect(toTelephone(value).replace('+', '')).toBe(
        [...value].filter((each) => /[0-9]/.test(each)).join(''),
      );
    }),
    { numRuns: cases(200) },
  );
});
