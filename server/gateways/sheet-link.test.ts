/** Links to sheets: each form that users paste, and links that only look similar. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { INVALID_SHEET_LINKS, LOOPBACK_HOSTS } from './outbound-fixture.ts';
import { parseSheetLink } from './sheet-link.ts';

const ID = '1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_aBcDe';
const FILE_ID = '1AbCdEfGhIjKlMnOpQrStUvWxYz012345';
const PUBLISHED = '2PACX-1vQabcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_-0123456789abcdef';
const DOCS = 'https://docs.google.com/spreadsheets';

describe('parseSheetLink', () => {
  it.each([
    [`${DOCS}/d/${ID}/edit`, {}],
    [`${DOCS}/d/${ID}`, {}],
    [`${DOCS}/d/${ID}/`, {}],
    [`${DOCS}/d/${ID}/edit#gid=123`, { gid: '123' }],
    [`${DOCS}/d/${ID}/edit?gid=7#gid=7`, { gid: '7' }],
    [`${DOCS}/d/${ID}/edit?gid=7`, { gid: '7' }],
    [`${DOCS}/d/${ID}/edit?gid=1#gid=2`, { gid: '2' }],
    [`${DOCS}/d/${ID}/edit#gid=0&range=A1:B2`, { gid: '0' }],
    [`${DOCS}/d/${ID}/edit?usp=sharing`, {}],
    [`${DOCS}/d/${ID}/edit?gid=1%26x#gid=-1`, {}],
    [`${DOCS}/d/${ID}/view`, {}],
    [`${DOCS}/d/${ID}/copy`, {}],
    [`${DOCS}/u/0/d/${ID}/edit#gid=5`, { gid: '5' }],
    [`${DOCS}/u/12/d/${ID}/edit`, {}],
    [`https://docs.google.com/a/example.com/spreadsheets/d/${ID}/edit#gid=5`, { gid: '5' }],
    [`${DOCS}/d/${ID}/export?format=csv&gid=9`, { gid: '9' }],
    [`${DOCS}/d/${ID}/gviz/tq?tqx=out:csv&gid=9`, { gid: '9' }],
    [`${DOCS}/d/${ID}/gviz/tq?tqx=out:csv&sheet=Towns%20%26%20more`, { tab: 'Towns & more' }],
    [`${DOCS}/d/${ID}/htmlview`, {}],
    [`https://drive.google.com/open?id=${ID}`, {}],
    [`https://drive.google.com/file/d/${ID}/view?usp=sharing`, {}],
    [`HTTPS://DOCS.Google.com:443/spreadsheets/d/${ID}/edit`, {}],
    [`  ${DOCS}/d/${ID}/edit\n`, {}],
  ])('reads %s', (text, tab) => {
    expect(parseSheetLink(text)).toEqual({ link: { kind: 'shared', id: ID, ...tab } });
  });

  it.each([
    [`${DOCS}/d/e/${PUBLISHED}/pub?output=csv&gid=3&single=true`, { gid: '3' }],
    [`${DOCS}/d/e/${PUBLISHED}/pub?output=csv`, {}],
    [`${DOCS}/d/e/${PUBLISHED}/pubhtml`, {}],
    [`${DOCS}/d/e/${PUBLISHED}/pubhtml?gid=3&single=true`, { gid: '3' }],
  ])('reads the published %s', (text, tab) => {
    expect(parseSheetLink(text)).toEqual({ link: { kind: 'published', id: PUBLISHED, ...tab } });
  });

  it.each([
    `${DOCS}/d/${FILE_ID}/edit?usp=sharing&rtpof=true`,
    `https://drive.google.com/file/d/${FILE_ID}/view`,
    `https://drive.google.com/open?id=${FILE_ID}`,
  ])('reports %s as an uploaded file', (text) => {
    expect(parseSheetLink(text)).toMatchObject({
      fault: { code: 'sheet-is-a-file', text: expect.stringContaining('Save as Google Sheets') },
    });
  });

  it.each([`${DOCS}/d/1AbC/edit`, `https://drive.google.com/open?id=1AbC`, `${DOCS}/d/${ID.slice(0, 19)}`])(
    'reports %s as incomplete',
    (text) => {
      expect(parseSheetLink(text)).toMatchObject({ fault: { code: 'sheet-link-incomplete' } });
    },
  );

  it.each(INVALID_SHEET_LINKS)('rejects %j', (text) => {
    const reading = parseSheetLink(text.replaceAll('ID', ID));
    expect(reading).toMatchObject({
      fault: { code: 'sheet-link-unknown', text: expect.stringContaining('copy its URL') },
    });
  });

  it('rejects internal hosts', () => {
    for (const host of LOOPBACK_HOSTS) {
      const text = `https://${host}/spreadsheets/d/${ID}/edit`;
      expect(parseSheetLink(text), host).toHaveProperty('fault');
    }
  });

  it('rejects very long texts immediately', () => {
    expect(parseSheetLink(`${DOCS}/d/${'a'.repeat(1_000_000)}/edit`)).toHaveProperty('fault');
    expect(parseSheetLink(`${DOCS}/d/${ID}/edit?${'a'.repeat(3000)}`)).toHaveProperty('fault');
  });

  it('passes on only ids, numbers and names, whatever is pasted', () => {
    const weird = fc.string({ unit: 'binary', maxLength: 60 });
    const value = fc.oneof(
      fc.nat().map(String),
      weird.map((text) => encodeURIComponent(text.toWellFormed())),
    );
    const id = fc.oneof({ weight: 4, arbitrary: fc.constant(ID) }, { weight: 1, arbitrary: value });
    const text = fc
      .tuple(id, value, value, value)
      .map(([sheet, gid, tab, hash]) => `${DOCS}/d/${sheet}/edit?gid=${gid}&sheet=${tab}#gid=${hash}`);
    const read = { links: 0, gids: 0, tabs: 0 };
    const numRuns = cases(300);
    fc.assert(
      fc.property(text, (each) => {
        const reading = parseSheetLink(each);
        if ('fault' in reading) return;
        const { gid, tab, ...rest } = reading.link;
        expect(rest).toEqual({ kind: 'shared', id: ID });
        if (gid !== undefined) expect(gid).toMatch(/^\d{1,12}$/);
        if (tab !== undefined)
          expect([gid, tab.length > 0, tab.length <= 100]).toEqual([undefined, true, true]);
        read.links += 1;
        if (gid !== undefined) read.gids += 1;
        if (tab !== undefined) read.tabs += 1;
      }),
      { numRuns },
    );
    // Enough of the samples were links, of both kinds.
    expect(read.links).toBeGreaterThan(numRuns / 2);
    expect(read.gids).toBeGreaterThan(numRuns / 4);
    expect(read.tabs).toBeGreaterThan(numRuns / 30);
  });

  it('rejects the strings that break software', () => {
    const corpus = fileURLToPath(new URL('../../../shared/corpora/naughty-strings.json', import.meta.url));
    const own = ['', '\u0000', 'undefined', '${ID}', '../../../etc/passwd', '\ufeffhttps://', '💥'];
    const found: string[] = existsSync(corpus) ? JSON.parse(readFileSync(corpus, 'utf8')) : [];
    console.log(`strings of the corpus read: ${found.length}`);
    for (const text of [...own, ...found]) expect(parseSheetLink(text)).toHaveProperty('fault');
  });
});
