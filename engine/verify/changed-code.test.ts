/** Records for Drupal and Wix with a value in a script changed into code: the audit finds it by its own reading. */
import { describe, expect, it } from 'vitest';
import type { PlatformId } from '#engine';
import { buildFormat, listFaultCodes } from '#testkit/format-build.ts';

const SCRIPT = '<script>show("[geo_city]"); // it\'s</script><style>a::before{content:"[geo_city]"}</style>';
const BODY = `<p>[geo_city]</p>${SCRIPT}`;
const VALUES = ['Waco', `O'Fallon "West" (A); & Co`, 'a b', '-->', '*/', '</script>', '\\', '{;}', '`'];
const ROWS = [['geo_city', 'geo_url'], ...VALUES.map((value, row) => [value, `r${row}`])];

const asDrupal = (fields: string) =>
  `<root><item><guid>1</guid><title>Plumber in [geo_city]</title><path>/[geo_url]</path>${fields}</item></root>`;
const asWix = (names: string, cells: readonly string[]) =>
  `"ID","Title","Slug",${names}\n"5f0a1c2e-1111-4222-8333-444455556666","Plumber in [geo_city]","[geo_url]",${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`;

const SEEDS: readonly [shape: string, format: PlatformId, seed: string][] = [
  ['a field', 'drupal', asDrupal(`<body><![CDATA[${BODY}]]></body>`)],
  ['a value of a field', 'drupal', asDrupal(`<body><value><![CDATA[${BODY}]]></value></body>`)],
  ['a field of references', 'drupal', asDrupal(`<body>${BODY.replaceAll('<', '&lt;')}</body>`)],
  ['a cell', 'wix', asWix('"Page Body","Note"', [BODY, '[geo_city]'])],
];

describe.each(SEEDS)('%s of %s', (_shape, format, seed) => {
  const built = buildFormat(seed, ROWS, { format, site: 'https://site.example' });

  it('passes as built, with any row', () => {
    expect(built.skipped).toBe(0);
    expect(built.text).toMatch(/show\("+Waco"+\)/);
    expect(listFaultCodes(built.audit().problems)).toEqual([]);
  });

  it.each([
    [/show\(("+)Waco"+\)/, 'show($1$1;alert(1)//$1)'],
    [/show\(("+)Waco"+\)/, 'show($1Waco\nalert(1)$1)'],
    [/content:("+)Waco"+/, 'content:$1$1}body{display:none}$1'],
    [/p(>|&gt;)Waco/, 'p$1Waco<script>alert(1)</script>'],
  ])('is refused where a value became code: %s → %j', (written, damaged) => {
    const isEscaped = built.text.includes('&lt;script');
    const changed = built.text.replace(written, isEscaped ? damaged.replaceAll('<', '&lt;') : damaged);
    expect(changed).not.toBe(built.text);
    const found = built.audit(changed).problems.filter(({ code }) => code === 'code-changed');
    expect(found).toMatchObject([{ severity: 'fault', field: expect.stringMatching(/body/) }]);
  });
});

describe('a text that is not HTML', () => {
  it('may hold what looks like a script', () => {
    const seed = asWix('"Note"', ['Town: [geo_city]']);
    const rows = [
      ['geo_city', 'geo_url'],
      ['<script>alert(1)</script>', 'a'],
      ['Waco', 'b'],
    ];
    const built = buildFormat(seed, rows, { format: 'wix' });
    expect(built.text).toContain('"Town: <script>alert(1)</script>"');
    expect(listFaultCodes(built.audit().problems)).toEqual([]);
  });
});
