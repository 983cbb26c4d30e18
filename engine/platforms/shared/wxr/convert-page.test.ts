/** Other tools' spellings in a whole export: those of the page that is the pattern count, and of no other record. */
import { describe, expect, it } from 'vitest';
import { applySeedFix, convertSeed, inspect, prepareProject, readSeed } from '#engine';
import { type ItemSpec, type SeedSpec, readRows, wxrSeed, wxrText } from '#testkit/wxr-seed.ts';

const { table } = readRows([
  ['geo_city', 'geo_url', 'phone'],
  ['Waco', 'waco', '555-0101'],
]);

const FORM: ItemSpec = {
  id: 77,
  type: 'wpforms',
  title: 'Contact',
  slug: 'contact',
  content: '{"label":"{phone}"}',
};
const OTHER: ItemSpec = { id: 41, title: 'Roofer', slug: 'roofer', content: '<p>{geo_city}</p>' };
const BLOCK: ItemSpec = { id: 10, type: 'wp_block', title: 'Call', slug: 'call', content: '<p>{phone}</p>' };

function convert(spec: SeedSpec, page?: string) {
  const bytes = wxrSeed({ id: 40, slug: 'plumber', ...spec });
  const converted = convertSeed({ bytes, file: 'seed.xml', table, page });
  return {
    text: new TextDecoder().decode(converted?.bytes ?? bytes),
    rewritten: converted?.rewritten.map(({ wrong }) => wrong) ?? [],
    problems: converted?.problems ?? [],
  };
}

describe('a page that has no placeholder in brackets yet', () => {
  const bare: SeedSpec = { title: 'Plumber in {geo_city}', behind: [FORM, BLOCK] };

  it('is converted, forms and synced patterns of the export stay', () => {
    const { text, rewritten } = convert(bare);
    expect(rewritten).toEqual(['{geo_city}']);
    expect(text).toContain('Plumber in [geo_city]');
    expect(text).toContain('{"label":"{phone}"}');
    expect(text).toContain('<p>{phone}</p>');
  });

  it('is the only one converted if the user names it', () => {
    for (const page of ['40', 'plumber', 'Plumber in {geo_city}']) {
      const { text } = convert({ ...bare, behind: [OTHER, FORM] }, page);
      expect(text).toContain('Plumber in [geo_city]');
      expect(text).toContain('<p>{geo_city}</p>');
    }
  });

  it('is reported with its own places only', () => {
    const { seed } = readSeed(wxrSeed({ id: 40, ...bare }), 'seed.xml');
    if (!seed) throw new Error('no seed');
    const { problems } = prepareProject({ seed, table, key: 'k', page: '40' });
    expect(problems.filter(({ code }) => code === 'other-spelling')).toMatchObject([
      { text: expect.stringMatching(/^\{geo_city\} looks like .*\(1 place, line \d+\)/) },
    ]);
  });
});

it('of two pages with placeholders, the named one is converted', () => {
  const spec: SeedSpec = {
    title: 'Plumber in [geo_city]',
    content: '<p>{phone}</p>',
    behind: [{ ...OTHER, title: 'Roofer in [geo_city]' }],
  };
  const { text, rewritten } = convert(spec, '41');
  expect(rewritten).toEqual(['{geo_city}']);
  expect(text).toContain('<p>{phone}</p>');
  expect(convert(spec, '40').rewritten).toEqual(['{phone}']);
});

describe('an edited seed', () => {
  const latin = `\n\n${wxrText({ title: 'Café {geo_city}', status: 'draft' }).replace('"UTF-8"', '"ISO-8859-1"')}`;
  const bytes = new Uint8Array(Buffer.from(latin, 'latin1'));

  it('is declared as UTF-8 and keeps its lines, whether it was converted or fixed', () => {
    const converted = convertSeed({ bytes, file: 'seed.xml', table })?.bytes ?? new Uint8Array();
    const input = {
      seed: { file: 'seed.xml', bytes: converted },
      table: { file: 'rows', table, problems: [] },
    };
    const [fix] = inspect(input).seed?.fixes ?? [];
    const edited = (fix && applySeedFix(input, fix)) ?? new Uint8Array();
    const [first, second] = [converted, edited].map((file) => new TextDecoder().decode(file));
    expect(first).toMatch(/^\n\n<\?xml version="1.0" encoding="UTF-8" ?\?>/);
    expect(first?.split('\n')).toHaveLength(latin.split('\n').length);
    expect(first).toContain('Café [geo_city]');
    expect(second).toBe(first?.replace('[CDATA[draft]]', '[CDATA[publish]]'));
  });
});
