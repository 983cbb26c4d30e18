/** The variants that `[spin]` chooses: evenly, and the same ones after an edit elsewhere. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { getTagText } from '#testkit/decoders/html.ts';
import { type SeedSpec, build, wxrSeed } from '#testkit/wxr-seed.ts';

const ROWS = 1000;

/** Rows of towns, each with the same cells in the columns of `more`. */
function createRows(count: number, more: Record<string, string> = {}): string[][] {
  const columns = Object.keys(more);
  const rows = Array.from({ length: count }, (_, row) => [`Town ${row}`, `town-${row}`, 'TX', 'a|b']);
  return [
    ['geo_city', 'geo_url', 'geo_state', 'services', ...columns],
    ...rows.map((cells) => [...cells, ...columns.map((name) => more[name] ?? '')]),
  ];
}

/** Title, heading and first meta of each page, by its slug. */
function listChoices(seed: SeedSpec, rows: string[][], key: string): Map<string, string> {
  const { pages } = build(wxrSeed(seed), rows, { key });
  return new Map(
    pages.map(({ fields, metas }) => [
      fields['wp:post_name'] ?? '',
      [fields['title'], getTagText(fields['content:encoded'] ?? '', 'h4'), metas[0]?.[1]].join('\n'),
    ]),
  );
}

describe('variants of 1,000 rows', () => {
  it.each([2, 3, 4, 5])('of %i have equal shares, within 5 percentage points', (count) => {
    const variants = Array.from({ length: count }, (_, index) => `v${index}`).join(' || ');
    const seed = { title: 'x', content: `[geo_city]<h4>[spin]${variants}[/spin]</h4>` };
    for (const key of ['test', 'another project', '7']) {
      const chosen = [...listChoices(seed, createRows(ROWS), key).values()];
      expect(chosen).toHaveLength(ROWS);
      const groups = Object.groupBy(chosen, (text) => text);
      expect(Object.keys(groups)).toHaveLength(count);
      for (const group of Object.values(groups))
        expect(Math.abs((group?.length ?? 0) / ROWS - 1 / count)).toBeLessThanOrEqual(0.05);
    }
  });

  it('are chosen independently in equal, nested and different constructs', () => {
    const spin = '[spin]a || b[/spin]';
    const seed = {
      title: 'x',
      content: `[geo_city]<h4>${spin}${spin}[spin]c[spin]1||2[/spin] || d[/spin]</h4>`,
    };
    const groups = Object.groupBy(listChoices(seed, createRows(ROWS), 'test').values(), (text) => text);
    const shares = Object.entries(groups).map(([text, group = []]) => [
      text.includes('c') ? 1 / 16 : 1 / 8,
      group.length / ROWS,
    ]);
    expect(shares).toHaveLength(12);
    for (const [expected = 0, share = 0] of shares)
      expect(Math.abs(share - expected)).toBeLessThanOrEqual(0.05);
  });
});

const PARTS = [
  '<p>More text</p>',
  '<p>[spin]other || text[/spin]</p>',
  '<p>[spin]a || b || c || d[/spin]</p>',
  '[if geo_state = "TX"]<p>In Texas</p>[/if]',
  '<ul>[for service in services]<li>[service][spin]x||y[/spin]</li>[/for]</ul>',
  '<p>[geo_state | lower]</p>',
];

it('stay the same after edits elsewhere in the seed, new columns and other rows', () => {
  const part = fc.array(fc.constantFrom(...PARTS), { maxLength: 4 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(part, part, part, fc.boolean(), (before, between, after, isWider) => {
      const spin = '[spin]a || b || [spin]c || d[/spin][/spin]';
      const write = (first = '', middle = '', last = ''): SeedSpec => ({
        title: '[geo_city]: [spin]one || two[/spin]',
        content: `${first}<h4>${spin}, ${spin}</h4>${middle}<h4>[if geo_state][spin]e || f[/spin][/if]</h4>${last}`,
        metas: [['note', 'a:1:{i:0;s:29:"[spin]ä || ö || ü[/spin] !";}']],
      });
      const rows = createRows(12);
      const chosen = listChoices(write(), rows, 'test');
      expect(chosen.size).toBe(12);
      const [header = [], ...others] = createRows(15, isWider ? { phone: '5' } : {});
      const edited = listChoices(write(before, between, after), [header, ...others.toReversed()], 'test');
      for (const [slug, text] of chosen) expect(edited.get(slug)).toBe(text);
    }),
    { numRuns: cases(60) },
  );
});
