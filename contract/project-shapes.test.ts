/** The rules of the project form: texts of the specification, and limits one step below and above. */
import { describe, expect, it } from 'vitest';
import { draftFields } from './draft-shapes.ts';
import { DEFAULT_FOOTER_LINKS, projectFields, projectType, script } from './project-shapes.ts';
import { ACTIVE_STATES, runState } from './run-shapes.ts';

const GOOD = { title: 'Plumber', script: 'geo_city\nWaco' };

function refuse(change: Record<string, unknown>): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  const { error } = projectFields.safeParse({ ...GOOD, ...change });
  for (const { path, message } of error?.issues ?? []) (errors[path.join('.')] ??= []).push(message);
  return errors;
}

describe('the fields of a project', () => {
  it('have defaults', () => {
    expect(projectFields.parse(GOOD)).toMatchObject({
      notes: '',
      google_spread_sheet: '',
      footer_links: '<a href="[geo_url]">[geo_city]</a><br>',
      type: 'wordpress',
    });
    expect(DEFAULT_FOOTER_LINKS).toBe('<a href="[geo_url]">[geo_city]</a><br>');
  });

  it.each([
    ['title', undefined, 'Title is required'],
    ['title', '', 'Title is required'],
    ['title', ' \t ', 'Title is required'],
    ['title', 'x'.repeat(301), 'Title must be at most 300 characters'],
    ['title', 'a\0b', 'must not contain the character NUL'],
    ['notes', 'x'.repeat(10_001), 'Notes must be at most 10,000 characters'],
    ['footer_links', 'x'.repeat(10_001), 'The footer link template must be at most 10,000 characters'],
    ['google_spread_sheet', 'docs.google.com/spreadsheets', 'Enter a valid URL'],
    ['google_spread_sheet', 'ftp://example.com/x', 'Enter a valid URL'],
    ['google_spread_sheet', 'javascript:alert(1)', 'Enter a valid URL'],
    ['google_spread_sheet', 'http://', 'Enter a valid URL'],
    ['google_spread_sheet', `https://example.com/${'x'.repeat(2048)}`, 'Enter a valid URL'],
    ['site_base_url', 'www.example.com', 'Enter a valid URL, such as https://www.example.com'],
    ['site_base_url', 'ftp://example.com', 'Enter a valid URL, such as https://www.example.com'],
    ['site_base_url', 'https:example.com', 'Enter a valid URL, such as https://www.example.com'],
    ['site_base_url', 'https://example.com/?a', 'Enter a valid URL, such as https://www.example.com'],
    ['site_base_url', 'https://example.com/#a', 'Enter a valid URL, such as https://www.example.com'],
    ['site_base_url', 'https://a@b.example', 'Enter a valid URL, such as https://www.example.com'],
    ['split_xml_file', '1', 'must be 0 (one file) or 2 (several)'],
    ['split_xml_file', 3, 'must be 0 (one file) or 2 (several)'],
  ])('reject %s %j: %s', (field, value, text) => {
    expect(refuse({ [field]: value })[field]).toContain(text);
  });

  it.each([
    ['title', 'x'],
    ['title', 'x'.repeat(300)],
    ['title', '<script>alert(1)</script>'],
    ['title', 'שרברב ב[geo_city] 🚰'],
    ['notes', 'x'.repeat(10_000)],
    ['footer_links', ''],
    ['google_spread_sheet', 'https://docs.google.com/spreadsheets/d/x/edit#gid=0'],
    ['google_spread_sheet', 'HTTP://example.com'],
  ])('accept %s unchanged: %j', (field, value) => {
    expect(projectFields.parse({ ...GOOD, [field]: value })).toMatchObject({ [field]: value });
  });

  it('keep a folder of the site base URL, without a trailing slash', () => {
    const { site_base_url } = projectFields.parse({ ...GOOD, site_base_url: ' https://example.com/sub// ' });
    expect(site_base_url).toBe('https://example.com/sub');
  });

  it('count and keep each line end of typed texts once, however a form sends it', () => {
    const long = 'x\r\n'.repeat(5000);
    for (const field of ['notes', 'footer_links']) {
      expect(projectFields.parse({ ...GOOD, [field]: long })).toMatchObject({ [field]: 'x\n'.repeat(5000) });
      expect(Object.keys(refuse({ [field]: `${long}!` }))).toEqual([field]);
    }
    const ends = 'a\r\nb\rc\nd\r\n\r\ne';
    expect(projectFields.parse({ ...GOOD, notes: ends, footer_links: ends })).toMatchObject({
      notes: 'a\nb\nc\nd\n\ne',
      footer_links: 'a\nb\nc\nd\n\ne',
    });
    const fields = draftFields.parse({ notes: ends, footer_links: ends });
    expect(fields).toMatchObject({ notes: 'a\nb\nc\nd\n\ne', footer_links: 'a\nb\nc\nd\n\ne' });
  });

  it('preserve the line ends of the data', () => {
    const data = 'geo_city\r\nWaco\rHouston\n';
    expect(projectFields.parse({ ...GOOD, script: data }).script).toBe(data);
  });

  it('need a link or data, or report an error at the link; blanks don’t count as data', () => {
    const text = 'Either Google Sheet Link or Manual Spreadsheet Data is required';
    for (const empty of ['', ' ', '\r\n\t\r\n']) {
      expect(refuse({ script: empty })).toEqual({ google_spread_sheet: [text] });
    }
    expect(refuse({ script: '', google_spread_sheet: 'https://example.com' })).toEqual({});
  });

  it('need neither if they name a draft, which may have both', () => {
    const draft_id = '0b9b4f52-6a39-4a0e-8d27-2c1a5b1e7f03';
    expect(refuse({ script: '', draft_id })).toEqual({});
    expect(Object.keys(refuse({ script: '', draft_id: '' }))).toEqual(['google_spread_sheet']);
    expect(Object.keys(refuse({ draft_id: 'mine' }))).toEqual(['draft_id']);
  });

  it('accept chosen columns as JSON and as the text of a form', () => {
    const columns = { geophone: { column: 'Phone', fallback: '-' }, geofax: { text: '' } };
    expect(projectFields.parse({ ...GOOD, columns }).columns).toEqual(columns);
    expect(projectFields.parse({ ...GOOD, columns: JSON.stringify(columns) }).columns).toEqual(columns);
    expect(projectFields.parse({ ...GOOD, columns: '' }).columns).toBeUndefined();
    for (const odd of ['{', '[]', { geophone: 'Phone' }, { geophone: { column: '' } }, { geophone: {} }])
      expect(Object.keys(refuse({ columns: odd }))[0]).toMatch(/^columns/);
  });

  it('read numbers of a form, in which an omitted one is an empty text', () => {
    const form = { ...GOOD, project_id: '', split_xml_file: '2', revision: '3' };
    const read = projectFields.parse(form);
    expect(read).toMatchObject({ split_xml_file: 2, revision: 3 });
    expect(read.project_id).toBeUndefined();
    expect(projectFields.parse({ ...GOOD, split_xml_file: '0' }).split_xml_file).toBe(0);
    for (const odd of ['x', '1.5', '-1', '1e9999'])
      expect(refuse({ revision: odd })).toHaveProperty('revision');
  });

  it('report all errors at once', () => {
    const found = refuse({ title: '', notes: 'x'.repeat(10_001), split_xml_file: '7' });
    expect(Object.keys(found).toSorted()).toEqual(['notes', 'split_xml_file', 'title']);
  });
});

describe('the data', () => {
  const LIMIT = 32 * 1024 * 1024;

  it.each([
    ['plain letters', 'x', LIMIT],
    ['letters of two bytes', 'é', LIMIT / 2],
    ['characters of four bytes', '🚰', LIMIT / 4],
  ])('has 32 MiB at most in %s, wherever it is sent', (_, unit, count) => {
    const full = unit.repeat(count);
    const over = `${full}x`;
    expect(script.safeParse(full).success).toBe(true);
    for (const rejected of [script.safeParse(over), projectFields.safeParse({ ...GOOD, script: over })]) {
      expect(rejected.error?.issues.map(({ message }) => message)).toEqual([
        'The data is larger than 32 MiB',
      ]);
    }
  });
});

describe('the type of a project', () => {
  it.each(['wordpress', 'WordPress', ' WORDPRESS '])('is lower case on the wire: %j', (given) => {
    expect(projectType.parse(given)).toBe('wordpress');
  });

  it.each(['', 'typo3', 'wordpress2', 'images', null])('that doesn’t exist is rejected: %j', (given) => {
    expect(projectType.safeParse(given).success).toBe(false);
  });
});

it('working states are states', () => {
  for (const state of ACTIVE_STATES) expect(runState.safeParse(state).success).toBe(true);
});
