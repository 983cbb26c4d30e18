/** Records that the importer would treat as one: the second of such duplicates gets a second of its own. */
import { describe, expect, it } from 'vitest';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { readPages } from '#testkit/wxr-pages.ts';
import { type ItemSpec, type SeedSpec, build, wxrSeed } from '#testkit/wxr-seed.ts';

const ROWS = [
  ['geo_city', 'geo_url', 'picture'],
  ['Waco', 'waco', '90'],
  ['Salem', 'salem', '91'],
];
const SECOND = '2024-02-03 04:05:06';

function media(id: number, spec: ItemSpec = {}): ItemSpec {
  const url = `https://site.example/wp-content/uploads/m${id}.jpg`;
  return {
    title: 'logo',
    slug: `logo-${id}`,
    type: 'attachment',
    status: 'inherit',
    content: '',
    id,
    date: SECOND,
    extra: `<wp:attachment_url><![CDATA[${url}]]></wp:attachment_url>\n`,
    ...spec,
  };
}

/** Seconds after the minute of the records that are included, by id, in each file; all of it must import. */
function readSeconds(spec: SeedSpec, split: { bytes: number; pages: number } | null = null) {
  const built = build(wxrSeed(spec), ROWS, { split });
  expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
  const { firstId } = built.layout.plan.project;
  const seconds = built.files.map(({ bytes }) => {
    const records = readPages(bytes).filter(({ fields }) => Number(fields['wp:post_id']) < firstId);
    return Object.fromEntries(
      records.map(({ fields }) => {
        expect(fields['wp:post_date_gmt']).toBe(fields['wp:post_date']);
        return [fields['wp:post_id'], Number(fields['wp:post_date']?.slice(-2))];
      }),
    );
  });
  return { seconds, problems: built.problems };
}

const naming = (...ids: number[]) => ids.map((id) => `<img class="wp-image-${id}">`).join('');

describe('two records with one title, second and type', () => {
  it('get different dates, with a notice', () => {
    const { seconds, problems } = readSeconds({ content: naming(90, 91), behind: [media(90), media(91)] });
    expect(seconds).toEqual([{ 90: 6, 91: 7 }]);
    expect(problems.filter(({ code }) => code === 'records-moved')).toMatchObject([
      {
        severity: 'notice',
        line: expect.any(Number),
        text: expect.stringContaining('"logo" (attachment, id 91)'),
      },
    ]);
  });

  it('take the next seconds that no other record has', () => {
    const behind = [
      media(90),
      media(91),
      media(92),
      media(93, { title: 'x', date: SECOND.replace('06', '07') }),
    ];
    expect(readSeconds({ content: naming(90, 91, 92, 93), behind }).seconds).toEqual([
      { 90: 6, 91: 8, 92: 9, 93: 7 },
    ]);
  });

  it.each([
    ['case', 'Logo', 'LOGO'],
    ['an accent', 'Caf\u00e9', 'Cafe'],
    ['a blank at the end', 'logo', 'logo '],
    ['ß and ss', 'Straße', 'Strasse'],
    ['a title that is missing', '', 'logo'],
    ['a title that is missing from the second', 'logo', ''],
    ['a title that is only a placeholder', '[geo_city]', 'logo'],
  ])('are duplicates even if they differ in %s', (_what, first, second) => {
    const behind = [media(90, { title: first }), media(91, { title: second })];
    expect(readSeconds({ content: naming(90, 91), behind }).seconds).toEqual([{ 90: 6, 91: 7 }]);
  });

  it.each<[string, ItemSpec]>([
    ['title', { title: 'van' }],
    ['second', { date: '2024-02-03 04:05:09' }],
  ])('aren’t duplicates if their %s differs', (_what, spec) => {
    const { seconds, problems } = readSeconds({
      content: naming(90, 91),
      behind: [media(90), media(91, spec)],
    });
    expect(seconds[0]?.[91]).toBe(spec.date === undefined ? 6 : 9);
    expect(problems.map(({ code }) => code)).not.toContain('records-moved');
  });

  it('keep their dates if their types differ', () => {
    const block = { id: 91, type: 'wp_block', title: 'logo', slug: 'x', content: 'x', date: SECOND };
    const content = `${naming(90)}<!-- wp:block {"ref":91} /-->`;
    expect(readSeconds({ content, behind: [media(90), block] }).seconds).toEqual([{ 90: 6, 91: 6 }]);
  });

  it('keep their new dates in every part, whichever is included', () => {
    const behind = [media(90), media(91)];
    const metas = [['_thumbnail_id', '91']] as const;
    const { seconds } = readSeconds({ metas, behind }, { bytes: 1_000_000, pages: 1 });
    expect(seconds).toEqual([{ 91: 7 }, { 91: 7 }]);
    const chosen = readSeconds(
      { metas: [['_thumbnail_id', '[picture]']], behind },
      { bytes: 1_000_000, pages: 1 },
    );
    expect(chosen.seconds[1]).toEqual({ 91: 7 });
  });

  it('can be parents or synced patterns', () => {
    const parents = [
      { id: 7, title: 'Areas', slug: 'areas', content: 'x', date: SECOND },
      { id: 8, parent: 7, title: 'Areas', slug: 'areas', content: 'x', date: SECOND },
    ];
    expect(readSeconds({ parent: 8, before: parents }).seconds).toEqual([{ 7: 6, 8: 7 }]);
    const block = { type: 'wp_block', title: 'CTA', content: 'x', date: SECOND };
    const blocks = [20, 21].map((id) => ({ ...block, id, slug: `cta-${id}` }));
    const content = '<!-- wp:block {"ref":20} /--><!-- wp:block {"ref":21} /-->';
    expect(readSeconds({ content, behind: blocks }).seconds).toEqual([{ 20: 6, 21: 7 }]);
  });

  it('don’t have the same second as a page with the same title', () => {
    const parent = { id: 7, title: 'Plumber in Waco', slug: 'p', content: 'x', date: '2025-03-04 10:11:12' };
    for (let offset = 0; offset < 3; offset += 1) {
      const first = build(wxrSeed({ parent: 7, before: [parent] }), ROWS);
      const taken = first.pages[0]?.fields['wp:post_date'] ?? '';
      const twin = { ...parent, date: taken };
      const { files, layout, pages } = build(wxrSeed({ parent: 7, before: [twin] }), ROWS);
      expect(pages[0]?.fields['wp:post_date']).not.toBe(taken);
      expect(listFaultTexts(auditFiles(files, layout))).toEqual([]);
    }
  });
});
