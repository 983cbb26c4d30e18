/** Pictures that the importer would take for one, in several parts: each keeps a date of its own wherever it comes. */
import { describe, expect, it } from 'vitest';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { readPages } from '#testkit/wxr-pages.ts';
import { type ItemSpec, type SeedSpec, build, wxrSeed } from '#testkit/wxr-seed.ts';

const UPLOADS = 'https://site.example/wp-content/uploads/';
const AWAY = 'https://other.example';
const ROWS = [
  ['geo_city', 'geo_url', 'picture'],
  ['Waco', 'waco', '90'],
  ['Salem', 'salem', '91'],
  ['Austin', 'austin', '90'],
];
const SECOND = '2024-02-03 04:05:06';

const media = (id: number, spec: ItemSpec = {}): ItemSpec => ({
  title: 'logo',
  slug: `logo-${id}`,
  type: 'attachment',
  status: 'inherit',
  content: '',
  id,
  date: SECOND,
  extra: `<wp:attachment_url><![CDATA[${UPLOADS}m${id}.jpg]]></wp:attachment_url>\n`,
  metas: [['_wp_attachment_image_alt', `Alt ${id}`]],
  ...spec,
});

const images = (...ids: number[]) => ids.map((id) => `<img src="${UPLOADS}m${id}.jpg">`).join('');

/** Media of each file: file name, seconds after the minute, and whether it has metas. */
function collectMedia(spec: SeedSpec, site = AWAY) {
  const built = build(wxrSeed(spec), ROWS, { split: { bytes: 1_000_000, pages: 1 }, site });
  expect(built.problems.filter(({ severity }) => severity === 'fault')).toEqual([]);
  expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
  return built.files.map(({ bytes }) =>
    readPages(bytes)
      .filter(({ fields }) => fields['wp:post_type'] === 'attachment')
      .map(({ fields, metas }) => [
        fields['wp:attachment_url']?.split('/').at(-1),
        fields['wp:post_date']?.slice(-2),
        metas.length > 0,
      ]),
  );
}

describe('duplicate featured images that the content shows too', () => {
  const metas = [['_thumbnail_id', '[picture]']] as const;

  it('have copies with different seconds in the last part', () => {
    const behind = [media(90), media(91)];
    expect(collectMedia({ content: images(90, 91), metas, behind })).toEqual([
      [
        ['m90.jpg', '06', true],
        ['m91.jpg', '07', true],
      ],
      [['m91.jpg', '07', false]],
      [
        ['m90.jpg', '06', false],
        ['m90.jpg', '05', true],
        ['m91.jpg', '04', true],
      ],
    ]);
  });

  it.each([
    ['are emptied to the same', '[geo_city]logo', 'logo'],
    ['are both missing', '', ''],
    ['is missing from one', '', 'logo'],
    ['is missing from the other', 'logo', ''],
    ['is only a placeholder', '[geo_city]', 'logo'],
  ])('do so too where their titles differ only as written: %s', (_how, first, second) => {
    const behind = [media(90, { title: first }), media(91, { title: second })];
    const last = collectMedia({ content: images(90, 91), metas, behind })[2] ?? [];
    const seconds = last.map(([, at]) => at);
    expect(last).toHaveLength(3);
    expect(new Set(seconds).size).toBe(3);
  });
});

describe('duplicates on the seed’s site', () => {
  const HOME = 'https://site.example';

  it('have metas if they moved, because the importer creates them', () => {
    const metas = [['_thumbnail_id', '91']] as const;
    expect(collectMedia({ content: images(90), metas, behind: [media(90), media(91)] }, HOME)).toEqual([
      [['m91.jpg', '07', true]],
      [['m91.jpg', '07', false]],
      [
        ['m90.jpg', '06', false],
        ['m91.jpg', '07', false],
      ],
    ]);
  });

  it('count as existing in the notice only if they keep their date', () => {
    const readText = (behind: readonly ItemSpec[]) =>
      build(wxrSeed({ content: images(90, 91), behind }), ROWS).problems.find(
        ({ code }) => code === 'metas-on-seed-site',
      )?.text;
    expect(readText([media(90), media(91)])).toContain(' 1 accompanying record ');
    expect(readText([media(90), media(91, { title: 'van' })])).toContain(' 2 accompanying records ');
  });
});
