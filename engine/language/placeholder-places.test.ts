import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Inspection, createTableReader, inspect } from '#engine';
import { wxrText } from '#testkit/wxr-seed.ts';
import { createInspection } from '../platforms/shared/seed-fixture.ts';

/** Each place must show its placeholder at that line and column of the file, and in the excerpt. */
function checkPlaces(text: string, inspection: Inspection): number {
  const lines = text.split(/\r\n|\n/);
  let checked = 0;
  for (const use of inspection.seed?.placeholders ?? []) {
    for (const { line, column, leaf, excerpt } of use.places) {
      const at = `${use.text} in ${leaf} at ${line}:${column}`;
      if (leaf === 'slug') continue;
      checked += 1;
      const name = (written: string) => written.toLowerCase().replaceAll(/[\s_-]/g, '');
      const found = (lines[line - 1] ?? '').slice(column - 1);
      expect(name(found).startsWith(name(use.text)), `${at}: ${found.slice(0, 40)}`).toBe(true);
      expect(
        excerpt.map((each) => each.line),
        at,
      ).toEqual([line - 1, line, line + 1].filter((each) => each >= 1 && each <= lines.length));
      const shown = excerpt.find((each) => each.line === line)?.text ?? '';
      expect(name(shown), at).toContain(name(use.text));
      expect(shown.length, at).toBeLessThanOrEqual(162);
    }
  }
  return checked;
}

const CONTENT = `<h1 title="[geo_city]">[Geo City]</h1>
<p>😀😀 é — [geo_city | upper] <a href="/x/[geo_url]/">[phone]</a></p>
<script>var a = "[geo_city]"; // [phone]
</script><style>a{content:"[geo_city]"}</style>
<!-- wp:x {"a":"[geo_city]"} /-->${'<i>long</i>'.repeat(60)}[geo_city]${'<i>long</i>'.repeat(60)}[phone]`;

const METAS = [
  ['seo', 'In [geo_city]'],
  ['php', 'a:1:{s:4:"city";s:10:"[geo_city]";}'],
  ['_elementor_data', '[{"a":"\\u003cb\\u003e[geo_city]\\u003c\\/b\\u003e"}]'],
] as const;

describe('places of placeholders', () => {
  const text = wxrText({ content: CONTENT, metas: METAS, excerpt: '[geo_city]' });
  const row = { phone: '1' };

  it.each<[string, string]>([
    ['LF', text],
    ['CRLF', text.replaceAll('\n', '\r\n')],
    ['blank lines before the declaration', `\n\n${text}`],
    ['references instead of CDATA', wxrText({ content: CONTENT, metas: METAS, style: 'escaped' })],
    ['everything on one line', text.replaceAll('\n', ' ')],
    ['a byte order mark', text],
  ])('show the placeholder in a file with %s', (what, file) => {
    const bytes = new TextEncoder().encode(what === 'a byte order mark' ? `\ufeff${file}` : file);
    expect(checkPlaces(file, createInspection(bytes, row))).toBeGreaterThanOrEqual(14);
  });

  it('include the leaf', () => {
    const leaves = createInspection(new TextEncoder().encode(text), row).seed?.placeholders.flatMap(
      ({ places }) => places.map(({ leaf }) => leaf),
    );
    expect(new Set(leaves)).toEqual(
      new Set(['title', 'content', 'excerpt', 'meta seo', 'meta php', 'meta _elementor_data', 'slug']),
    );
  });

  it('are counted, and twenty are listed', () => {
    const use = createInspection({ title: 'x', slug: 'x', content: '<p>[geo_city]</p>\n'.repeat(50) }).seed
      ?.placeholders[0];
    expect(use).toMatchObject({ count: 50 });
    expect(use?.places).toHaveLength(20);
  });

  it('truncate a long line around the placeholder', () => {
    const file = wxrText({ content: `${'a '.repeat(500)}[geo_city]${' b'.repeat(500)}` });
    const place = createInspection(new TextEncoder().encode(file))
      .seed?.placeholders.flatMap(({ places }) => places)
      .find(({ leaf }) => leaf === 'content');
    const shown = place?.excerpt.find(({ line }) => line === place.line)?.text ?? '';
    expect(shown).toMatch(/^….*a \[geo_city\] b.*…$/);
  });

  it('are right in each seed of the corpus', () => {
    const folder = '../shared/seeds/wordpress';
    const files = existsSync(folder) ? readdirSync(folder) : [];
    console.log(`seeds whose places were checked: ${files.length}`);
    for (const file of files) {
      const bytes = readFileSync(`${folder}/${file}`);
      const reader = createTableReader({ file: 'rows-5.csv' });
      reader.push(readFileSync('../shared/seeds/rows-5.csv'));
      const table = { ...reader.end(), file: 'rows-5.csv' };
      const inspection = inspect({ seed: { file, bytes }, table });
      expect(checkPlaces(new TextDecoder().decode(bytes), inspection), file).toBeGreaterThan(10);
    }
  });
});
