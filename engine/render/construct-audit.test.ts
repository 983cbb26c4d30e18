/** The official audit accepts pages of each branch, and still finds values that became code. */
import { describe, expect, it } from 'vitest';
import { buildFormat, listFaultCodes } from '#testkit/format-build.ts';
import { wxrText } from '#testkit/wxr-seed.ts';

const ROWS = [
  ['geo_city', 'geo_url', 'phone', 'services', 'lat', 'lng'],
  ['Austin', 'austin', '555', 'a|b', '30.26', '-97.74'],
  ['Waco', 'waco', '', '', '31.54', '-97.14'],
  ['Ada', 'ada', '', 'x', '34.77', '-96.67'],
];
const build = (content: string, metas: (readonly [string, string])[] = []) =>
  buildFormat(wxrText({ slug: 'geo_url', content, metas }), ROWS, {
    format: 'wordpress',
    site: 'https://site.example',
  });

describe('pages with constructs', () => {
  it.each([
    ['a script', '[if phone]<script>f("[geo_city]")</script>[/if][geo_city]'],
    [
      'a style or a script',
      '[geo_city][if phone]<style>a{color:red}</style>[else]<script>g(1)</script>[/if]',
    ],
    ['a part of a string', '<script>f("[if phone]a[else]b \\"[geo_city]\\"[/if]")</script>'],
    [
      'JSON-LD',
      '<script type="application/ld+json">{"a":"[if phone]x[/if]","b":["[if phone]","[phone]","[/if]"],"c":"[geo_city]"}</script>',
    ],
    ['a list of scripts', '[for s in services "|"]<script>f("[geo_city]")</script>[/for] [geo_city]'],
    ['neighbors', '[nearby 1]<script>f("[near_city]")</script>[/nearby] [geo_city]'],
    ['variants', '[spin]<script>a("x")</script> || <b>q</b>[/spin][geo_city]'],
    ['a mustache tag', '<p v-cloak>[geo_city][if phone]{{ a }}[else]{{ "b" }}[/if]</p>'],
    ['shortcodes', '[if phone][gallery ids="1"][else][contact-form-7 id="2"][/if][geo_city]'],
    [
      'malformed JSON-LD of the seed',
      '[if not phone]<script type="application/ld+json">{"a":}</script>[/if][geo_city]',
    ],
    ['all of the content', '[if phone]<p>[geo_city]</p>[/if]'],
  ])('are accepted with %s', (_name, content) => {
    const built = build(content);
    expect(built.planned[0]?.pages).toBe(3);
    expect(listFaultCodes(built.audit().problems)).toEqual([]);
  });

  it('are accepted with a script in Elementor’s data', () => {
    const widget = (html: string) => ({ elType: 'widget', settings: { html }, elements: [] });
    const data = ['[if phone]', '<script>f("[geo_city]")</script>', '[/if]', 'x'].map(widget);
    const built = build('[geo_city]', [['_elementor_data', JSON.stringify(data)]]);
    expect(listFaultCodes(built.audit().problems)).toEqual([]);
  });

  it('are accepted with brackets in the cells of their neighbors', () => {
    const rows = ROWS.map((cells) => (cells[0] === 'Waco' ? ['[geo_url] [/if]', ...cells.slice(1)] : cells));
    const seed = wxrText({
      slug: 'geo_url',
      content: '[geo_city][if phone]x[/if][nearby 1]<p>[near_city]</p>[/nearby]',
      metas: [['n', '[nearby 2][near_city | upper] [/nearby]']],
    });
    const built = buildFormat(seed, rows, { format: 'wordpress', site: 'https://site.example' });
    expect(built.text).toContain('[GEO_URL]');
    expect(listFaultCodes(built.audit().problems)).toEqual([]);
  });

  it.each([
    ['a script that no branch has', '"Austin")', '"Austin");g("x")'],
    ['a branch that runs another script', '<b>z</b>', '<script>q("Waco");r()</script>'],
  ])('are refused with %s', (_name, from, to) => {
    const built = build(
      '[if phone]<script>f("[geo_city]")</script>[else]<b>z</b>[/if]<script>h("[geo_city]")</script>',
    );
    expect(listFaultCodes(built.audit(built.text.replace(from, to)).problems)).toContain('code-changed');
  });

  it('are compared whatever they choose outside of scripts', () => {
    const rows = Array.from({ length: 300 }, (_, row) => [
      `Town ${row}`,
      `town-${row}`,
      `${row}`,
      '',
      '1',
      '1',
    ]);
    const built = buildFormat(
      wxrText({
        slug: 'geo_url',
        content:
          '<p>[if phone][for s in phone][s][/for][/if]</p>[if phone > 5]<script>f("[phone]")</script>[/if][geo_city]',
      }),
      [ROWS[0] ?? [], ...rows],
      { format: 'wordpress', site: 'https://site.example' },
    );
    expect(listFaultCodes(built.audit().problems)).toEqual([]);
    const changed = built.text.replace('f("100")', 'f("1"+g("00"))');
    expect(listFaultCodes(built.audit(changed).problems)).toContain('code-changed');
  });

  it('are refused with a template tag that no branch has', () => {
    const built = build('<p v-cloak>{{ a }}[geo_city][if phone]{{ "b" }}[/if]</p>');
    expect(listFaultCodes(built.audit(built.text.replace('{{ a }}', '{{ a() }}')).problems)).toContain(
      'tags-changed',
    );
  });
});
