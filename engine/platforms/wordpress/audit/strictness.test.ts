/**
 * What is usual in exports is a notice there and a fault in a part that was written to be imported,
 * unless the record is included as in the seed.
 */
import { describe, expect, it } from 'vitest';
import { type Change, changed, EXPORT, checkExports } from './plain-export-fixture.ts';

/** In the page of Waco, whose id is 11. */
const WACO = 11;
const MIA =
  '<dc:creator><![CDATA[mia]]></dc:creator>\n\t\t<guid isPermaLink="false">https://northstar.example/?page_id=11';
const DATE = '<wp:post_date><![CDATA[2024-03-06 10:16:01]]>';
const GMT = '<wp:post_date_gmt><![CDATA[2024-03-06 10:16:01]]>';
const GUID = 'https://northstar.example/?page_id=11';
const STATUS = '[plumber-waco]]></wp:post_name>\n\t\t<wp:status><![CDATA[publish]]>';
const ORDER = '<wp:post_parent>10</wp:post_parent>\n\t\t<wp:menu_order>0';
const OPENING = '<![CDATA[opening_hours]]>';

/** By code: what is usual in an export, and is reported for the page of Waco. */
const OF_PAGE: Record<string, Change> = {
  'date-empty': [[DATE, '<wp:post_date>']],
  'date-gmt-invalid': [[GMT, '<wp:post_date_gmt>soon']],
  'date-format': [[DATE, '<wp:post_date>2024-03-06 10:16']],
  'field-missing': [[`${ORDER}</wp:menu_order>`, '<wp:post_parent>10</wp:post_parent>']],
  'duplicate-guid': [[GUID, 'https://northstar.example/?page_id=10']],
  'malformed-guid': [[GUID, 'urn:uuid:11']],
  'malformed-number': [[ORDER, ORDER.replace('>0', '>first')]],
  'parent-not-page': [
    ['<wp:post_parent>10<', '<wp:post_parent>12<'],
    ['<wp:post_parent>11<', '<wp:post_parent>0<'],
  ],
  'slug-empty': [['<wp:post_name><![CDATA[plumber-waco]]>', '<wp:post_name>']],
  'status-past': [[STATUS, STATUS.replace('publish', 'future')]],
  'status-unknown': [[STATUS, STATUS.replace('publish', 'archived')]],
  comments: [[GMT, `<wp:comment><wp:comment_id>1</wp:comment_id></wp:comment>${GMT}`]],
  'own-metas': [
    [OPENING, '<![CDATA[_edit_lock]]>'],
    ['a:1:{s:6:"monday";s:5:"9–5";}', '171:1'],
  ],
};

/** By code: what is reported for the file, whatever is included. */
const OF_FILE: Record<string, Change> = {
  'author-unknown': [[MIA, MIA.replace('mia', 'bob')]],
  'encoding-other': [
    ['"UTF-8"', '"US-ASCII"'],
    ['9–5', '9-5'],
    ['s:5', 's:3'],
  ],
};

const EXPECTED = { pages: 2, limitBytes: null };

/** Severities of that code. */
function listSeverities(
  file: string,
  code: string,
  expectation?: Parameters<typeof checkExports>[1],
): string[] {
  const { problems } = checkExports([file], expectation);
  return problems.filter((problem) => problem.code === code).map(({ severity }) => severity);
}

describe('in an export of another tool', () => {
  it.each(Object.entries({ ...OF_PAGE, ...OF_FILE }))('%s is a notice', (code, change) => {
    const { problems, ok, pages } = checkExports([changed(change)]);
    const told = problems.filter((problem) => problem.code === code);
    expect(told.length).toBeGreaterThan(0);
    expect(told.every(({ severity }) => severity === 'notice')).toBe(true);
    expect({ ok, pages }).toEqual({ ok: true, pages: 2 });
  });
});

describe('in a part that was written to be imported', () => {
  it.each(Object.entries({ ...OF_PAGE, ...OF_FILE }))('%s is a fault', (code, change) => {
    const file = changed(change);
    expect(new Set(listSeverities(file, code, EXPECTED))).toEqual(new Set(['fault']));
    expect(checkExports([file], EXPECTED).ok).toBe(false);
  });

  it.each(Object.entries(OF_PAGE))('%s isn’t reported if the seed’s own record has it', (code, change) => {
    const withStatic = { ...EXPECTED, pages: 1, statics: [WACO] };
    expect(listSeverities(changed(change), code, withStatic)).not.toContain('fault');
  });

  it.each(Object.entries(OF_PAGE))('%s is reported again if another record is included', (code, change) => {
    const withOther = { ...EXPECTED, pages: 1, statics: [10] };
    expect(listSeverities(changed(change), code, withOther)).toContain('fault');
  });

  it.each(Object.entries(OF_FILE))('%s is a fault of the file, whatever is included', (code, change) => {
    const withStatics = { ...EXPECTED, pages: 0, statics: [10, WACO] };
    expect(listSeverities(changed(change), code, withStatics)).toEqual(['fault']);
  });
});

describe('what costs a page', () => {
  const GONE: Record<string, Change> = {
    'slug-changed': [['[plumber-waco]', '[Plumber Waco]']],
    'date-invalid': [[DATE, '<wp:post_date>2024-02-30 10:16:01']],
    'malformed-serialized-meta': [['s:5:"9', 's:6:"9']],
    'already-exists': [
      ['[Plumber in Waco]', '[areas]'],
      [DATE, '<wp:post_date>2024-03-05 09:15:00'],
    ],
  };

  it.each(Object.entries(GONE))('%s is a fault in any file, and in any record of it', (code, change) => {
    const file = changed(change);
    expect(listSeverities(file, code)).toEqual(['fault']);
    expect(listSeverities(file, code, EXPECTED)).toEqual(['fault']);
    expect(listSeverities(file, code, { ...EXPECTED, pages: 1, statics: [WACO] })).toEqual(['fault']);
  });
});

describe('the number of pages', () => {
  const codes = (expectation: Parameters<typeof checkExports>[1]) =>
    checkExports([EXPORT], expectation).problems.map(({ code, text }) => `${code}: ${text}`);

  it('is that of the rows: what is included is not counted', () => {
    expect(codes({ pages: 1, statics: [10] })).toEqual([]);
    expect(codes({ pages: 0, statics: [10, 11] })).toEqual([]);
    expect(codes({ pages: 2, statics: [12] })).toEqual([]);
  });

  it.each([0, 1, 3, 100])('is a fault where it is not what was planned: %i', (pages) => {
    expect(codes({ pages })).toEqual([`pages-missing: 2 of ${pages} pages ready to import.`]);
  });

  it('is not checked in other files', () => {
    expect(codes(undefined)).toEqual([]);
  });
});

describe('the size of a part', () => {
  const bytes = new TextEncoder().encode(EXPORT).length;

  it('is a fault from one byte too many on, counted in bytes', () => {
    expect(bytes).toBeGreaterThan(EXPORT.length);
    expect(checkExports([EXPORT], { pages: 2, limitBytes: bytes }).ok).toBe(true);
    expect(checkExports([EXPORT], { pages: 2, limitBytes: bytes - 1 }).problems).toMatchObject([
      {
        code: 'part-large',
        severity: 'fault',
        file: 'export.xml',
        text: `The file has ${bytes} bytes, but at most ${bytes - 1} are allowed; split it into more parts.`,
      },
    ]);
  });

  it('has no limit where none was asked for', () => {
    expect(checkExports([EXPORT], { pages: 2, limitBytes: null }).ok).toBe(true);
    expect(checkExports([EXPORT], { pages: 2 }).ok).toBe(true);
  });
});
