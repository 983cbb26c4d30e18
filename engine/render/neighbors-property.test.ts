/** Links between pages: each page has one to it, and an added row changes only pages that have to do with it. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { getTagText, readHtml } from '#testkit/decoders/html.ts';
import { build, wxrSeed } from '#testkit/wxr-seed.ts';

const HEADER = ['geo_city', 'geo_state', 'geo_url', 'lat', 'lng'];

/** A town on a grid whose lines are more than 30 miles apart. */
interface Town {
  state: string;
  /** Omitted without coordinates. */
  at: { lat: number; lng: number } | undefined;
}

interface Page {
  /** Text apart from the list. */
  text: string;
  links: string[];
  /** Everything that a visitor sees. */
  content: string;
}

const coordinates = fc.record({
  lat: fc.integer({ min: 30, max: 34 }),
  lng: fc.integer({ min: -99, max: -95 }),
});
const town: fc.Arbitrary<Town> = fc.record({
  state: fc.constantFrom('TX', 'TX', 'OK', 'NM'),
  at: fc.option(coordinates, { nil: undefined, freq: 8 }),
});
/** Few towns, some of them alone in their state, or so many that some are in no list at first. */
const sheet = fc.oneof(
  fc.array(town, { minLength: 1, maxLength: 6 }),
  fc.array(town, { minLength: 15, maxLength: 25 }),
);

/** Builds the pages of rows by their names. */
function buildPages(rows: readonly [name: string, town: Town][], nearby: string): Map<string, Page> {
  const content = `<h4>[spin]a || b || c || d[/spin] [if geo_state = "TX"]T[else]O[/if]</h4>${nearby}<a href="[near_url]">[near_city]</a> [near_distance | number:"0.0"], [/nearby]`;
  const cells = rows.map(([name, { state, at }]) => [
    name,
    state,
    name,
    String(at?.lat ?? ''),
    String(at?.lng ?? ''),
  ]);
  const { pages } = build(wxrSeed({ content }), [HEADER, ...cells]);
  return new Map(
    pages.map(({ fields }) => {
      const html = fields['content:encoded'] ?? '';
      const links = readHtml(html).flatMap(({ tag, attributes }) =>
        tag === 'a' && attributes['href'] !== undefined
          ? [attributes['href'].replace(/^.*plumber-|\/$/g, '')]
          : [],
      );
      const name = (fields['wp:post_name'] ?? '').replace('plumber-', '');
      return [name, { links, text: `${fields['title']}\n${getTagText(html, 'h4')}`, content: html }];
    }),
  );
}

const nameRows = (towns: readonly Town[]) => towns.map((each, index): [string, Town] => [`t${index}`, each]);

it('lead to each page, unless it has no coordinates or is alone in its state or distance', () => {
  let appended = 0;
  fc.assert(
    fc.property(
      sheet,
      fc.constantFrom(1, 1, 2, 4),
      fc.constantFrom('', '', ' within:"30 mi"'),
      (towns, count, within) => {
        const rows = nameRows(towns);
        const pages = buildPages(rows, `[nearby ${count} same:"geo_state"${within}]`);
        expect(pages.size).toBe(towns.length);
        const linked = new Set([...pages.values()].flatMap(({ links }) => links));
        appended += [...pages.values()].filter(({ links }) => links.length > count).length;
        for (const [name, { state, at }] of rows) {
          const isNear = (other: Town['at']) =>
            other && (within === '' || (other.lat === at?.lat && other.lng === at.lng));
          const hasOther = rows.some(
            ([key, each]) => key !== name && each.state === state && isNear(each.at),
          );
          expect(`${name} ${linked.has(name)}`).toBe(`${name} ${at !== undefined && hasOther}`);
          expect(pages.get(name)?.links).toEqual([...new Set(pages.get(name)?.links)]);
          expect(pages.get(name)?.links).not.toContain(name);
        }
      },
    ),
    { numRuns: cases(90) },
  );
  expect(appended).toBeGreaterThan(cases(30));
});

it('change on few pages when a row is added: those that list it, or a page that it lists or displaces', () => {
  let changed = 0;
  fc.assert(
    fc.property(
      fc.array(town, { minLength: 2, maxLength: 25 }),
      town,
      fc.nat(),
      fc.integer({ min: 1, max: 4 }),
      (towns, added, position, count) => {
        const rows = nameRows(towns);
        const nearby = `[nearby ${count} same:"geo_state"]`;
        const before = buildPages(rows, nearby);
        const after = buildPages(rows.toSpliced(position % (rows.length + 1), 0, ['added', added]), nearby);
        expect(after.size).toBe(before.size + 1);
        const listed = new Set(after.get('added')?.links);
        const hosts = [...before.keys()].filter((name) => after.get(name)?.links.includes('added'));
        /** Pages that a list with the new one no longer contains. */
        const displaced = new Set(
          hosts.flatMap((name) =>
            (before.get(name)?.links ?? []).filter((link) => !after.get(name)?.links.includes(link)),
          ),
        );
        for (const [name, page] of before) {
          const now = after.get(name);
          expect(now?.text).toBe(page.text);
          if (now?.content === page.content) continue;
          changed += 1;
          if (hosts.includes(name)) continue;
          // a page that is in no other list is appended to that of its nearest page
          const gained = now?.links.filter((link) => !page.links.includes(link)) ?? [];
          const lost = page.links.filter((link) => !now?.links.includes(link));
          expect([...gained, ...lost].length).toBeGreaterThan(0);
          for (const link of gained) expect([...displaced]).toContain(link);
          for (const link of lost) expect([...listed]).toContain(link);
        }
      },
    ),
    { numRuns: cases(90) },
  );
  expect(changed).toBeGreaterThan(cases(90));
});
