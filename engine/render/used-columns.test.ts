/** Invalid content is allowed in unused columns of a sheet, and rejected in the others. */
import { describe, expect, it } from 'vitest';
import { inspect, type Problem, prepareProject, readSeed } from '#engine';
import { build, readRows, type SeedSpec, wxrSeed } from '#testkit/wxr-seed.ts';

const createSeed = (spec: SeedSpec) => ({ file: 'seed.xml', bytes: wxrSeed(spec) });

function validate(
  spec: SeedSpec,
  rows: string[][],
  footer?: string,
): { problems: Problem[]; landed: string[] } {
  const built = build(wxrSeed(spec), rows, footer === undefined ? {} : { footer });
  return {
    problems: built.problems.filter(({ severity }) => severity === 'loss'),
    landed: built.pages.map((page) => page.fields['wp:post_name'] ?? ''),
  };
}

/** Faults of seed and sheet together. */
function listFaults(spec: SeedSpec, rows: string[][], footer?: string): Problem[] {
  const { seed } = readSeed(wxrSeed(spec), 'seed.xml');
  if (!seed) throw new Error('no seed');
  const { table } = readRows(rows);
  const { problems } = prepareProject({ seed, table, key: 'k', ...(footer !== undefined && { footer }) });
  return problems.filter(({ severity }) => severity === 'fault');
}

describe('a name that is in the header twice', () => {
  const rows = [
    ['geo_city', 'geo_url', 'note', 'price', 'Note'],
    ['Waco', 'waco', 'a', '1', 'b'],
  ];

  it('refuses nothing while no placeholder uses it', () => {
    expect(listFaults({ content: '[geo_city] for [price]' }, rows)).toEqual([]);
    expect(build(wxrSeed({ content: '[price]' }), rows).pages).toHaveLength(1);
  });

  it.each<[string, SeedSpec]>([
    ['the content', { content: 'About [note]' }],
    ['a meta', { metas: [['_x', '[NOTE]']] }],
    ['a default', { content: '[note | default:"x"]' }],
    ['the slug', { slug: '[geo_url]-[note]' }],
  ])('refuses the seed that uses it in %s', (_, spec) => {
    expect(listFaults(spec, rows)).toMatchObject([
      { code: 'duplicate-header', file: 'rows.xlsx', field: 'note' },
    ]);
    expect(listFaults(spec, rows)[0]?.text).toContain('C "note" and E "Note"');
  });

  it('refuses the footer link template that uses it', () => {
    expect(listFaults({}, rows, '<a href="[geo_url]">[note]</a>').map(({ code }) => code)).toEqual([
      'duplicate-header',
    ]);
  });

  it('refuses a seed whose derived name is taken from it', () => {
    const doubled = [
      ['city', 'City', 'geo_url'],
      ['Waco', 'Hico', 'waco'],
    ];
    expect(listFaults({}, doubled)).toMatchObject([{ code: 'duplicate-header', field: 'city' }]);
  });

  it('is reported once: as what refuses, or as a notice', () => {
    const expected = (content: string) => {
      const { table, problems } = readRows(rows);
      const input = { seed: createSeed({ content }), table: { table, problems, file: 'rows.xlsx' } };
      return inspect(input).problems.map(({ code, severity }) => `${severity} ${code}`);
    };
    expect(expected('[note]').filter((each) => each.includes('header'))).toEqual(['fault duplicate-header']);
    expect(expected('[price]').filter((each) => each.includes('header'))).toEqual([
      'notice duplicate-header',
    ]);
  });
});

describe('an error in a cell', () => {
  const rows = [
    ['geo_city', 'geo_url', 'price', 'note'],
    ['Waco', 'waco', '#REF!', 'a'],
    ['Hico', 'hico', '2', '#N/A'],
    ['Ames', '#VALUE!', '#DIV/0!', 'b'],
  ];

  it('skips the row if the page uses its column, and names each cell', () => {
    const { problems, landed } = validate({ content: 'From [price]' }, rows);
    expect(landed).toEqual(['plumber-hico']);
    expect(problems.map(({ code, row, field }) => [code, row, field])).toEqual([
      ['cell-error', 2, 'price'],
      ['cell-error', 4, 'geo_url'],
      ['cell-error', 4, 'price'],
    ]);
    expect(problems[0]?.text).toMatch(/^Cell C2 has no value: it shows the error #REF!/);
  });

  it('is ignored if the page doesn’t use it', () => {
    expect(validate({ content: 'Hello' }, rows).landed).toEqual(['plumber-waco', 'plumber-hico']);
  });

  it('is reported once: as a skipped row, or as a notice of the column', () => {
    const { table, problems } = readRows(rows);
    const input = { seed: createSeed({ content: '[price]' }), table: { table, problems, file: 'rows.xlsx' } };
    const expected = inspect(input).problems.filter(({ code }) => code === 'cell-error');
    expect(expected.map(({ severity, row, field }) => `${severity} ${row} ${field}`)).toEqual([
      'loss 2 price',
      'loss 4 geo_url',
      'loss 4 price',
      'notice 3 note',
    ]);
  });
});

describe('an empty city', () => {
  const rows = [
    ['city', 'state', 'zip_code'],
    ['Waco', 'TX', '76701'],
    ['', 'TX', '78701'],
    [' ', 'TX', '75201'],
  ];

  it.each<[string, SeedSpec]>([
    ['the slug is made of city and state', { title: 'Plumber [zip_code]', slug: 'geo_url' }],
    ['the slug has a part of its own', { title: 'Plumber in [geo_city]', slug: 'plumber-geo_city-zip_code' }],
    ['only the texts name the city', { title: 'Plumber in [geo_city]', slug: 'plumber-zip_code' }],
  ])('is reported as empty, never as a duplicate slug or key, if %s', (_, spec) => {
    const { problems, landed } = validate(spec, rows);
    expect(landed).toHaveLength(1);
    expect(problems.map(({ code, row, field }) => [code, row, field])).toEqual([
      ['city-empty', 3, 'city'],
      ['city-empty', 4, 'city'],
    ]);
  });

  it('is ignored if neither the page nor its link names the city', () => {
    const spec = { title: 'Plumber [zip_code]', slug: 'plumber-zip_code' };
    const { problems, landed } = validate(spec, rows, '<a href="[page_url]">[zip_code]</a>');
    expect(problems).toEqual([]);
    expect(landed).toHaveLength(3);
  });

  it('is ignored if the row has its own slug and the text has a default', () => {
    const own = rows.map((cells, row) => [...cells, row === 0 ? 'geo_url' : `own-${row}`]);
    const title = '[city | default:"your town"]';
    expect(validate({ title }, own, `<a href="[geo_url]">${title}</a>`).landed).toHaveLength(3);
  });
});
