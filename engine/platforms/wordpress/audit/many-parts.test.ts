/** Many parts in a row: results of a split when a part is missing, repeated or out of order. */
import { beforeAll, describe, expect, it } from 'vitest';
import { checkParts } from './check-parts.ts';
import type { Expectation } from '../../../verify/platform-audit.ts';
import type { PartAudit } from './part-audit.ts';
import { auditText, codes, item, type ItemSpec, wxr } from './wxr-fixture.ts';

const PARTS = 12;
const PAGES = 20;
const STATE = 40;
const PICTURE = 57;
const EXPECTED: Expectation = { pages: PARTS * PAGES, statics: [STATE, PICTURE] };

const state = (spec: ItemSpec = {}) =>
  item({
    id: STATE,
    title: 'Illinois',
    date: '2024-01-01 00:00:00',
    slug: 'illinois',
    guid: 'https://a.example/40',
    ...spec,
  });
const picture = () =>
  item({
    id: PICTURE,
    type: 'attachment',
    title: 'Crew',
    date: '2024-01-01 00:00:01',
    slug: 'crew',
    status: 'inherit',
    guid: 'https://a.example/crew.jpg',
  });

/** A page of a row: its second is its number, as a writer would give it. */
function page(number: number): string {
  const clock = [3600, 60, 1].map((unit) => String(Math.floor(number / unit) % 60).padStart(2, '0'));
  return item({
    id: 1000 + number,
    title: `Plumber ${number}`,
    slug: `plumber-${number}`,
    guid: `https://a.example/?geoloom=${number}`,
    date: `2024-02-01 ${clock.join(':')}`,
    parent: STATE,
    metas: [['_thumbnail_id', String(PICTURE)]],
  });
}

function auditPart(index: number): PartAudit {
  const pages = Array.from({ length: PAGES }, (_, at) => page(index * PAGES + at));
  const first = index === 0 ? { metas: [['_wp_page_template', 'default']] as const } : {};
  return auditText(wxr([state(first), picture(), ...pages]), { file: `plumber-${index + 1}.xml` });
}

let parts: PartAudit[] = [];
beforeAll(() => {
  parts = Array.from({ length: PARTS }, (_, index) => auditPart(index));
});

describe('parts in their order', () => {
  it('import completely, each with stubs of the parent and the image', () => {
    expect(checkParts(parts, EXPECTED)).toMatchObject({
      ok: true,
      pages: PARTS * PAGES,
      stubs: 2 * (PARTS - 1),
      imported: { page: PARTS * PAGES + 1, attachment: 1 },
      skipped: [],
      problems: [],
    });
  });

  it.each(Array.from({ length: PARTS }, (_, index) => index + 1))('import up to part %i', (count) => {
    const verdict = checkParts(parts.slice(0, count), { ...EXPECTED, pages: count * PAGES });
    expect(verdict).toMatchObject({ ok: true, pages: count * PAGES, stubs: 2 * (count - 1) });
  });

  it('are not changed by being checked, and are checked the same again', () => {
    const before = structuredClone(parts);
    expect(checkParts(parts, EXPECTED)).toEqual(checkParts(parts, EXPECTED));
    expect(parts).toEqual(before);
  });
});

describe('a part that is missing', () => {
  it.each([1, 5, PARTS - 1])('costs its own pages only: part %i', (missing) => {
    const rest = parts.filter((_, index) => index !== missing);
    const verdict = checkParts(rest, EXPECTED);
    expect(codes(verdict, 'fault')).toEqual(['pages-missing']);
    expect(verdict.pages).toBe((PARTS - 1) * PAGES);
    expect(verdict.problems[0]?.text).toBe('220 of 240 pages ready to import.');
  });

  it('doesn’t affect the others if it is the first: the next one has the records', () => {
    const verdict = checkParts(parts.slice(1), { ...EXPECTED, pages: (PARTS - 1) * PAGES });
    expect(verdict).toMatchObject({ ok: true, stubs: 2 * (PARTS - 2) });
  });
});

describe('a part that is imported twice', () => {
  it('isn’t imported again and duplicates its metas', () => {
    const [first, second] = parts;
    if (first === undefined || second === undefined) throw new Error('two parts are needed');
    const verdict = checkParts([first, second, second], { ...EXPECTED, pages: 2 * PAGES });
    expect(verdict.pages).toBe(2 * PAGES);
    expect(verdict.skipped).toHaveLength(PAGES);
    expect(new Set(verdict.skipped.map(({ code, file }) => `${file} ${code}`))).toEqual(
      new Set(['plumber-2.xml already-exists']),
    );
    expect(verdict.problems[0]?.text).toContain('adds its metas to the earlier one');
  });

  it('as the first doubles the metas of the parent as well', () => {
    const [first] = parts;
    if (first === undefined) throw new Error('a part is needed');
    const verdict = checkParts([first, first], { ...EXPECTED, pages: PAGES });
    expect(verdict.skipped).toHaveLength(PAGES + 1);
    expect(verdict.stubs).toBe(1);
  });
});

describe('parts out of their order', () => {
  it('import completely in reverse: the metas of the parent come once, with the part that has them', () => {
    expect(checkParts(parts.toReversed(), EXPECTED)).toMatchObject({
      ok: true,
      pages: PARTS * PAGES,
      stubs: 2 * (PARTS - 1),
      skipped: [],
    });
  });

  it('create an empty parent where a later part repeats it without its content', () => {
    const emptied = auditText(wxr([state({ content: '' }), picture(), page(PARTS * PAGES)]), {
      file: 'late.xml',
    });
    const verdict = checkParts([...parts, emptied], { ...EXPECTED, pages: PARTS * PAGES + 1 });
    expect(codes(verdict, 'fault')).toEqual(['stub-empty']);
    expect(verdict.problems[0]?.text).toContain('imported first, this part would create it empty');
  });

  it('import completely when only later ones change places', () => {
    const swapped = [...parts.slice(0, 1), ...parts.slice(1).toReversed()];
    expect(checkParts(swapped, EXPECTED)).toMatchObject({ ok: true, pages: PARTS * PAGES });
  });
});

describe('a part without its stubs', () => {
  const bare = (spec: readonly string[], index = PARTS) =>
    auditText(wxr([...spec, page(index * PAGES)]), { file: 'late.xml' });

  it('drops the parent of its pages', () => {
    const verdict = checkParts([...parts, bare([picture()])], { ...EXPECTED, pages: PARTS * PAGES + 1 });
    expect(codes(verdict, 'fault')).toEqual(['parent-missing']);
  });

  it('drops the image of its pages', () => {
    const verdict = checkParts([...parts, bare([state()])], { ...EXPECTED, pages: PARTS * PAGES + 1 });
    expect(codes(verdict, 'fault')).toEqual(['thumbnail-on-seed-site']);
  });

  it.each<[string, ItemSpec]>([
    ['title', { title: 'Illinois (state)' }],
    ['date', { date: '2024-01-01 00:00:02' }],
  ])('or with another %s includes the parent a second time', (_, spec) => {
    const late = bare([state(spec), picture()]);
    const verdict = checkParts([...parts, late], { ...EXPECTED, pages: PARTS * PAGES + 1 });
    expect(codes(verdict, 'fault')).toEqual(['duplicate-slug']);
    expect(verdict.imported['page']).toBe(PARTS * PAGES + 3);
  });
});
