/** Posts for HubSpot with a value in a script changed into code: the audit sees it by a reading of its own. */
import { describe, expect, it } from 'vitest';
import { buildFormat, listFaultCodes, readSeedFixture } from '#testkit/format-build.ts';

const SCRIPT = '<script>show("[geo_city]"); // it\'s</script><style>a::before{content:"[geo_city]"}</style>';
const VALUES = ['Waco', `O'Fallon "West" (A); & Co`, 'a b', '-->', '*/', '</script>', '\\', '{;}', '`'];
const ROWS = [
  ['geo_city', 'geo_state', 'geo_url', 'tagline', 'phone'],
  ...VALUES.map((value, row) => [value, 'TX', `r${row}`, 'Fast', '555']),
];
const ENCODED = SCRIPT.replaceAll('<', '&lt;');
const SHAPES: readonly [shape: string, before: string, script: string][] = [
  ['full', '<p>[tagline]</p>', SCRIPT],
  ['atom', '<p>[tagline] in [geo_city]</p>', SCRIPT],
  ['rss', '[geo_city]&lt;/b&gt;&lt;/p&gt;', ENCODED],
];

describe.each(SHAPES)('a post of the shape %s', (shape, before, script) => {
  const seed = readSeedFixture(`hubspot/${shape}/seed.xml`).replace(before, `${before}${script}`);
  const built = buildFormat(seed, ROWS, { format: 'hubspot' });

  it('passes as built, with any row', () => {
    expect(seed).toContain(script);
    expect(built.text).toContain('show("Waco")');
    expect(listFaultCodes(built.audit().problems)).toEqual([]);
  });

  it.each([
    ['show("Waco")', 'show("";alert(1)//")'],
    ['show("Waco")', 'show("Waco\nalert(1)")'],
    ['content:"Waco"', 'content:""}body{display:none}"'],
  ])('is refused where a value became code: %s → %j', (written, damaged) => {
    const changed = built.text.replace(written, () => damaged);
    expect(changed).not.toBe(built.text);
    expect(listFaultCodes(built.audit(changed).problems)).toContain('code-changed');
  });
});

describe('a script next to HubL tags', () => {
  const HUBL = [
    `{# don't #}<p>{{ "[geo_city]" }}</p>`,
    `{% raw %}<p>{{ it's [geo_city] }}</p>{% endraw %}`,
    `<script>show("[geo_city]", {{ "[geo_city]"|tojson }}, '{% if x %}b{% endif %}');</script>`,
    `<p>{{ "<b>'</b>" }}</p>`,
  ].join('');
  const seed = readSeedFixture('hubspot/full/seed.xml').replace('<p>[tagline]</p>', () => HUBL);
  const built = buildFormat(seed, ROWS, { format: 'hubspot' });

  it('passes as built, with any row', () => {
    expect(built.text).toContain('show("Waco", {{');
    expect(built.text).toContain(String.raw`it's O\'Fallon`);
    expect(listFaultCodes(built.audit().problems)).toEqual([]);
  });

  it.each([
    ['show("Waco"', 'show("";alert(1)//"'],
    ['show("Waco"', 'show("Waco\nalert(1)"'],
    ['show("Waco"', 'show("Waco\\"'],
    ["it's Waco", "it's <script>alert(1)</script>"],
  ])('is refused where a value became code: %s → %j', (written, damaged) => {
    const changed = built.text.replace(written, () => damaged);
    expect(changed).not.toBe(built.text);
    expect(listFaultCodes(built.audit(changed).problems)).toContain('code-changed');
  });
});
