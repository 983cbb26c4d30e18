import { describe, expect, it } from 'vitest';
import { type Problem, inspect } from '#engine';
import { type SeedSpec, readRows, wxrSeed, wxrText } from '#testkit/wxr-seed.ts';
import { makePlace, makePlaces } from '../places/places-fixture.ts';

const HEADER = ['geo_city', 'geo_state', 'geo_url', 'services', 'population'];

function createTown(index: number, cells: Record<string, string> = {}): string[] {
  const row: Record<string, string> = {
    geo_city: `Town ${index}`,
    geo_state: 'TX',
    geo_url: `town-${index}`,
    population: '5',
    ...cells,
  };
  return HEADER.map((name) => row[name] ?? '');
}

const createTowns = (count: number) => Array.from({ length: count }, (_, index) => createTown(index));

function listProblems(
  seed: SeedSpec,
  rows: readonly string[][],
  header = HEADER,
  footer?: string,
): Problem[] {
  const reading = readRows([header, ...rows]);
  return inspect({
    seed: { file: 'page.xml', bytes: wxrSeed(seed) },
    table: { ...reading, file: 'rows.csv' },
    reportsUnusedColumns: true,
    ...(footer !== undefined && { footer }),
  }).problems;
}

function listTexts(content: string, rows: readonly string[][], code: string): string[] {
  return listProblems({ content: `[geo_city] ${content}` }, rows)
    .filter((problem) => problem.code === code)
    .map(({ text }) => text);
}

describe('branches', () => {
  it('that no row takes are reported with their place', () => {
    const seed = {
      content: '[geo_city]\n<p>[if geo_state = "TX"]a[elseif geo_state = "OK"]b[else]c[/if]</p>',
    };
    const lines = wxrText(seed).split('\n');
    const line = lines.findIndex((text) => text.includes('[elseif')) + 1;
    const found = listProblems(seed, createTowns(3)).filter(({ code }) => code === 'branch-unused');
    expect(found).toMatchObject([
      {
        severity: 'notice',
        file: 'page.xml',
        line,
        column: (lines[line - 1] ?? '').indexOf('[elseif') + 1,
        field: 'content',
        text: 'No row takes [elseif geo_state = "OK"]. Check the conditions, or remove the branch.',
      },
      { column: (lines[line - 1] ?? '').indexOf('[else]') + 1 },
    ]);
  });

  it('that some row takes are not reported', () => {
    const rows = [...createTowns(3), createTown(9, { geo_state: 'OK' })];
    expect(listTexts('[if geo_state = "TX"]a[else]b[/if]', rows, 'branch-unused')).toEqual([]);
  });

  it('are reported for an item of a list only if no item takes them', () => {
    const rows = [createTown(0, { services: 'Drains|Leaks' })];
    const seed = (word: string) => `[for service in services][if service = "${word}"]x[/if][/for]`;
    expect(listTexts(seed('leaks'), rows, 'branch-unused')).toEqual([]);
    expect(listTexts(seed('roofs'), rows, 'branch-unused')).toHaveLength(1);
  });

  it('within a branch that no row takes are not reported again', () => {
    const content = '[if geo_state = "OK"][if services]a[else]b[/if][/if]';
    expect(listTexts(content, createTowns(3), 'branch-unused')).toHaveLength(1);
  });

  it('are counted in 2,000 rows of a larger sheet, which the text says', () => {
    const rows = createTowns(2500).map((row, index) =>
      index > 2400 ? createTown(index, { geo_state: 'OK' }) : row,
    );
    expect(
      listTexts('[if geo_state = "OK"]a[elseif geo_state = "UT"]b[else]c[/if]', rows, 'branch-unused'),
    ).toEqual([
      'No row takes [elseif geo_state = "UT"] (checked in 2,000 of 2,500 rows). Check the conditions, or remove the branch.',
    ]);
  });

  it('of the footer link template and of metas are reported too', () => {
    const seed: SeedSpec = {
      content: '[geo_city]',
      metas: [['note', 'a:1:{s:1:"t";s:31:"[if geo_state = "UT"]Utah[/if]!";}']],
    };
    const footer = '<a href="[geo_url]">[geo_city][if geo_state = "OK"], OK[/if]</a>';
    const found = listProblems(seed, createTowns(2), HEADER, footer).filter(
      ({ code }) => code === 'branch-unused',
    );
    expect(found.map(({ file, field }) => [file, field])).toEqual([
      ['page.xml', 'meta note'],
      ['footer link template', undefined],
    ]);
  });
});

describe('variants', () => {
  it('that more than half of the rows share are reported', () => {
    expect(listTexts('[spin]Call us || Call us || Write[/spin]', createTowns(300), 'variant-common')).toEqual(
      [expect.stringMatching(/^\d\d% of the rows take the same variant of \[spin\], "Call us"\. /)],
    );
    expect(listTexts('[spin]Call [geo_city][/spin]', createTowns(20), 'variant-common')).toEqual([
      '100% of the rows take the same variant of [spin], "Call …". Add variants, or write them differently.',
    ]);
  });

  it('that are chosen by chance are not reported', () => {
    for (const count of [19, 20, 40, 300])
      for (const word of ['a', 'b', 'c', 'd', 'e'])
        expect(listTexts(`[spin]${word} || x[/spin]`, createTowns(count), 'variant-common')).toEqual([]);
    expect(listTexts('[spin]Call us[/spin]', createTowns(19), 'variant-common')).toEqual([]);
  });

  it('of a list count once for each row', () => {
    const rows = createTowns(60).map((_, index) =>
      createTown(index, { services: index < 30 ? 'a' : 'a|b|c|d|e|f|g|h' }),
    );
    expect(listTexts('[for s in services][spin]x || y[/spin][/for]', rows, 'variant-common')).toEqual([]);
  });
});

describe('lists', () => {
  it('over a column that is empty in all rows are reported', () => {
    const content = '[for service in services "|"][service][/for]';
    expect(listTexts(content, createTowns(3), 'list-empty')).toEqual([
      'services is empty in all rows, so [for service in services "|"] writes nothing. Fill in the column, or remove the list.',
    ]);
    expect(listTexts(content, [...createTowns(3), createTown(3, { services: 'x' })], 'list-empty')).toEqual(
      [],
    );
  });

  it('with entries only in a row that isn’t counted are not reported', () => {
    const rows = createTowns(4001);
    rows[1] = createTown(1, { services: 'x' });
    expect(listTexts('[for service in services][service][/for]', rows, 'list-empty')).toEqual([]);
  });
});

describe('[nearby]', () => {
  const WITH_PLACES = ['geo_city', 'geo_url', 'lat', 'lng'];
  const list = (rows: readonly string[][], header = WITH_PLACES) =>
    listProblems({ content: '[geo_city] [nearby 2][near_city][/nearby]' }, rows, header).filter(({ code }) =>
      /^nearby|^coordinates/.test(code),
    );

  it('reports that there is only one page', () => {
    expect(list([['Austin', 'austin', '30.2', '-97.7']])).toMatchObject([
      {
        code: 'nearby-alone',
        file: 'page.xml',
        text: expect.stringContaining('only one page, so [nearby 2]'),
      },
    ]);
  });

  it('reports a list that uses only values of its own page', () => {
    const rows = ['Austin', 'Waco', 'Tulsa'].map((town, at) => [town, town, `3${at}.2`, '-97.7']);
    const read = (body: string) =>
      listProblems({ content: `[geo_city] [nearby 2]${body}[/nearby]` }, rows, WITH_PLACES).map(
        ({ code, text }) => `${code}: ${text}`,
      );
    expect(read('<a href="[page_url]">[geo_city]</a>')).toEqual([
      expect.stringContaining('nearby-own-values: [nearby 2] uses no value of the nearby pages'),
    ]);
    expect(read('[if geo_city][near_city][/if]')).toEqual([]);
    expect(read('[near_distance | number:"0"] mi')).toEqual([]);
  });

  it('reports rows without coordinates once, with the first of them', () => {
    const rows = Array.from({ length: 30 }, (_, index) =>
      index < 15
        ? [`T${index}`, `t${index}`, '', '-97']
        : [`T${index}`, `t${index}`, `3${index / 100}`, '-97'],
    );
    expect(list(rows)).toMatchObject([
      {
        code: 'coordinates-missing',
        row: 2,
        field: 'lat',
        moreRows: 14,
        text: 'lat is empty, so [nearby] lists nothing on this page, and no other page lists this one. Fix the cell. The same in 14 more rows: 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, …',
      },
    ]);
  });

  it('reports coordinates that are out of range, and fills the page without them', () => {
    const rows = [
      ['Austin', 'austin', '30.2', '-97.7'],
      ['Waco', 'waco', '131.5', '-97.1'],
      ['Tulsa', 'tulsa', '36.1', 'west'],
      ['Dallas', 'dallas', '32.8', '-96.8'],
    ];
    expect(list(rows)).toMatchObject([
      {
        code: 'coordinates-invalid',
        row: 3,
        field: 'lat',
        text: expect.stringContaining('"131.5" isn’t a latitude from −90 to 90'),
      },
      {
        code: 'coordinates-invalid',
        row: 4,
        field: 'lng',
        text: expect.stringContaining('"west" isn’t a longitude from −180 to 180'),
      },
    ]);
  });

  it('reports a sheet without coordinates', () => {
    expect(
      list(
        [
          ['Austin', 'austin'],
          ['Waco', 'waco'],
        ],
        ['geo_city', 'geo_url'],
      ),
    ).toMatchObject([
      {
        code: 'coordinates-missing',
        moreRows: 1,
        text: expect.stringContaining('Add a column lat and a column lng.'),
      },
    ]);
  });
});

describe('conditions that compare numbers', () => {
  it('report the values of a column that aren’t numbers once, whatever they call the column', () => {
    const rows = [
      createTown(0),
      createTown(1, { population: 'many' }),
      createTown(2, { population: '' }),
      createTown(3, { population: 'few' }),
    ];
    const content = '[geo_city][if population > 5]x[/if][if Population < 2]y[/if]';
    expect(listProblems({ content }, rows).filter(({ code }) => code === 'value-not-number')).toMatchObject([
      {
        field: 'population',
        row: 3,
        moreRows: 2,
        text: expect.stringContaining(
          'this row has "many", so the condition doesn’t hold. Fix the cell. The same in 2 more rows: 4, 5',
        ),
      },
    ]);
    const empty = listProblems({ content }, rows.slice(2)).find(({ code }) => code === 'value-not-number');
    expect(empty?.text).toContain('but it is empty in this row');
  });
});

describe('names in a marker', () => {
  it('are all reported at once if the sheet doesn’t have them', () => {
    const faults = listProblems(
      { content: '[geo_city][if geo_stat = "TX" and not (zone or populatoin > 5)]x[/if]' },
      createTowns(1),
    ).filter(({ severity }) => severity === 'fault');
    const place = { code: 'placeholder-unknown', line: 19, column: 37 };
    expect(faults).toMatchObject([place, place, place]);
    const texts = faults.map(({ text }) => text).join(' ');
    for (const name of ['"geo_stat"', '[geo_state]?', '"zone"', '"populatoin"', '[population]?'])
      expect(texts).toContain(name);
  });

  it('are no faults before there is a sheet', () => {
    const bytes = wxrSeed({ content: '[geo_city][if phone]x[/if][for item in services][item][/for]' });
    const { problems, seed } = inspect({ seed: { file: 'page.xml', bytes } });
    expect(problems.filter(({ severity }) => severity === 'fault')).toEqual([]);
    expect(seed?.placeholders.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['[phone]', '[services]']),
    );
  });
});

describe('columns', () => {
  const list = (content: string, header: string[]) =>
    listProblems(
      { content: `[geo_city]${content}` },
      [header.map((name) => (name === 'geo_url' ? 'waco' : '1'))],
      header,
    ).filter(({ code }) => code === 'columns-unused');

  it('that no placeholder uses are reported in one notice', () => {
    expect(list('', ['geo_city', 'geo_url', 'phone', 'notes'])).toEqual([
      {
        code: 'columns-unused',
        severity: 'notice',
        file: 'rows.xlsx',
        row: 1,
        field: 'phone',
        text: 'No placeholder uses these columns: C "phone", D "notes". Write [phone] in the seed page if its values belong on the pages.',
      },
    ]);
  });

  it('are named up to 20, and the others counted', () => {
    const names = Array.from({ length: 23 }, (_, index) => `c${index}`);
    const [found] = list('', ['geo_city', 'geo_url', ...names]);
    expect(found?.text).toContain('U "c18", V "c19" and 3 more. Write [c0]');
  });

  it('that only a construct, a base64 text or [nearby] reads are used', () => {
    const base64 = Buffer.from('<p>[if phone]Call [notes][/if] and more text</p>').toString('base64');
    const content = `<p>[vc_raw_html]${base64}[/vc_raw_html]</p>[nearby 1 same:"zone"][near_city][/nearby]`;
    expect(list(content, ['geo_city', 'geo_url', 'phone', 'notes', 'lat', 'lng', 'zone'])).toEqual([]);
  });

  it('that only a construct or [nearby] reads fill a place', () => {
    const reading = readRows([
      ['geo_city', 'geo_url', 'phone', 'services', 'lat', 'lng', 'zone', 'notes'],
      ['Waco', 'waco', '', 'a', '1', '1', 'x', 'y'],
    ]);
    const content =
      '[geo_city][if phone]x[/if][for item in services]-[/for][nearby 1 same:"zone"][near_city][/nearby]';
    const { table } = inspect({
      seed: { file: 'page.xml', bytes: wxrSeed({ content }) },
      table: { ...reading, file: 'rows.csv' },
    });
    const unused = table?.columns.flatMap(({ name, places }) => (places === 0 ? [name] : []));
    expect(unused).toEqual(['notes']);
  });

  it('that the gazetteer finds a town by are used', () => {
    const header = ['city', 'state', 'county', 'notes'];
    const reading = readRows([header, ['Waco', 'TX', 'McLennan', 'x']]);
    const inspectWith = (content: string) =>
      inspect({
        seed: { file: 'page.xml', bytes: wxrSeed({ content }) },
        table: { ...reading, file: 'rows.csv' },
        places: () => makePlaces([makePlace()]),
        reportsUnusedColumns: true,
      }).problems.flatMap(({ code, text }) => (code === 'columns-unused' ? [text.split('. ')[0]] : []));
    expect(inspectWith('[geo_city] [geo_zip]')).toEqual(['No placeholder uses this column: D "notes"']);
    expect(inspectWith('[geo_city]')).toEqual(['No placeholder uses these columns: C "county", D "notes"']);
  });

  it('of two combined lists are reported for each list', () => {
    const found = inspect({
      seed: {
        file: 'page.xml',
        bytes: wxrSeed({ title: '[service] in [geo_city]', slug: 'x-geo_url-service' }),
      },
      table: {
        ...readRows([
          ['geo_city', 'geo_url', 'notes'],
          ['Waco', 'waco', 'x'],
        ]),
        file: 'towns.csv',
      },
      combined: {
        ...readRows([
          ['service', 'price'],
          ['Drains', '5'],
        ]),
        file: 'services.csv',
      },
      reportsUnusedColumns: true,
    }).problems.filter(({ code }) => code === 'columns-unused');
    expect(found.map(({ field }) => field)).toEqual(['notes', 'price']);
  });
});
