/** Problem texts of each platform: none names another platform, or what only WordPress has. */
import { describe, expect, it } from 'vitest';
import { type PlatformId, inspect, type Problem } from '#engine';
import { buildFormat } from '#testkit/format-build.ts';
import { readRows, wxrText } from '#testkit/wxr-seed.ts';

/** Cells that lead to losses and notices: too long, empty, repeated, with markup, JSON and brackets. */
const ROWS = [
  ['geo_city', 'geo_url', 'note', 'unused'],
  ['Waco', 'waco-tx', '<b>x</b>', ''],
  ['Waco', 'waco-tx', 'x', ''],
  ['Tyler', 'a'.repeat(300), 'x', ''],
  ['', 'b', 'x', ''],
  ['x'.repeat(400), 'long', 'O:8:"Evil":0:{}', ''],
  ['Austin', '', '', ''],
  ['"Dallas" & {{ Co }}', 'd', 'javascript:alert(1)', ''],
];
const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
const FLAWED = [
  '[geo_city] [geo_ctiy] [owner] [if x] [image_1] [note | shout]',
  '<a href="/x-[geo_url]">[geo_city]</a><link rel="canonical" href="https://x.example/a"><meta name="robots" content="noindex">',
  '<script>var a = [note];</script><a href="[note]">[geo_city]</a>',
  'a:1:{s:1:"a";s:6:"[note]";}',
  '{"a":"[note]","lat":[note]}',
  '[geo_city]',
];
const wixSeeds = [
  ...FLAWED.map(
    (text) =>
      `Title,Slug,Status,Body,Note\n[geo_city],${quote('plumber-[geo_url]')},DRAFT,${quote(text)},[note]\n`,
  ),
  'Title;ID\n[geo_city];x\n',
  'Title,ID,id\n[geo_city],x,y\n',
  'Title,Body\n[geo_city],"{""nodes"":["\n',
  'Title,ID\nAustin,x\n',
  'Title,ID\n',
  '<rss/>',
  '{"a":1}',
];
const webflowSeeds = [
  ...FLAWED.map(
    (text) =>
      `Name,Slug,Item ID,Draft,Body,Note,Service,Price\n[geo_city],${quote('plumber-[geo_url]')},x,true,${quote(text)},[note],drain-cleaning,[note]\nPlumber in Austin,plumber-b,y,false,x,x,water-heaters,10\n`,
  ),
  'Name;Slug;Item ID\n[geo_city];x;y\n',
  'Name,Slug,Item ID,slug\n[geo_city],a,b,c\n',
  'Name,Slug\n[geo_city],x\n',
  'Name,Slug,Item ID\nAustin,x,y\n',
  'Name,Slug,Item ID\n',
  '<rss/>',
  '{"a":1}',
];
const drupalSeeds = [
  ...FLAWED.map(
    (text) =>
      `<root><item><title>[geo_city]</title><path>/plumber-[geo_url]</path><status>0</status><sticky>1</sticky><image>/sites/default/files/a.jpg</image><field_paragraphs>4,5</field_paragraphs><body><![CDATA[${text}]]></body><note>[note]</note></item><item><title>x</title></item></root>`,
  ),
  '<urlset><url/></urlset>',
  '<root/>',
  '<root><item><title>x</title></item></root>',
  '{"a":1}',
];
const hubspotSeeds = FLAWED.map((content) =>
  wxrText({
    type: 'page',
    status: 'draft',
    slug: 'plumber-geo_url',
    content,
    metas: [
      ['_edit_lock', '1'],
      ['_genesis_noindex', '1'],
      ['note', '[note]'],
    ],
  }),
);

function listProblems(format: PlatformId, text: string): Problem[] {
  const { table, problems } = readRows(ROWS);
  const found = ['', 'https://x.example/[a]', 'https://w.example'].flatMap(
    (site) =>
      inspect({
        format,
        seed: { file: 'seed', bytes: new TextEncoder().encode(text) },
        table: { file: 'rows.csv', table, problems },
        ...(site !== '' && { site }),
        isOfEveryRow: true,
      }).problems,
  );
  return [...found, ...auditOf(format, text)];
}

/** Problems of files that are damaged after the build; a refused seed has none. */
function auditOf(format: PlatformId, text: string): Problem[] {
  try {
    const built = buildFormat(text, ROWS, { format });
    const damaged = [built.text, built.text.slice(0, -20), built.text.replaceAll('Waco', '[geo_city]')];
    return damaged.flatMap((each) => built.audit(each).problems);
  } catch {
    return [];
  }
}

const WORDPRESS_ONLY = /shortcode|\bkeeps \d|meta value|\ba meta\b|plugin|permalink|wp-admin|Gutenberg/i;

describe.each<[PlatformId, readonly string[], RegExp, number]>([
  ['webflow', webflowSeeds, /WordPress|HubSpot|HubL|Drupal|\bWix\b|\bnode\b|Tools → Export|\bwp:/i, 12],
  ['wix', wixSeeds, /WordPress|Webflow|HubSpot|HubL|Drupal|\bnode\b|Tools → Export|\bwp:/i, 12],
  ['drupal', drupalSeeds, /WordPress|Webflow|HubSpot|HubL|\bWix\b|Tools → Export|\bwp:/i, 10],
  [
    'hubspot',
    hubspotSeeds,
    /Drupal|Webflow|\bWix\b|\bnode\b|Permalinks|WordPress (?:keeps|would|makes|refuses)/i,
    10,
  ],
])('the problems of %s', (format, seeds, foreign, least) => {
  const problems = seeds.flatMap((seed) => listProblems(format, seed));

  it('cover the seed, rows and built files', () => {
    expect(new Set(problems.map(({ code }) => code)).size).toBeGreaterThanOrEqual(least);
    expect(new Set(problems.map(({ severity }) => severity))).toEqual(new Set(['fault', 'loss', 'notice']));
  });

  it('name no other platform and no WordPress terms', () => {
    const texts = [...new Set(problems.map(({ code, text }) => `${code}: ${text}`))];
    expect(texts.filter((text) => foreign.test(text) || WORDPRESS_ONLY.test(text))).toEqual([]);
  });
});
