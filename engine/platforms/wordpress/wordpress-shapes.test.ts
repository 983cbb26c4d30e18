/** Exports of WordPress in each version and for each type, with hostile rows, read back by parsers of others. */
import { describe, expect, it } from 'vitest';
import {
  buildFormat,
  expectShape,
  listFaultCodes,
  makeHostileRows,
  getShownText,
} from '#testkit/format-build.ts';
import { getMeta, readPages } from '#testkit/wxr-pages.ts';
import { type SeedSpec, wxrText } from '#testkit/wxr-seed.ts';

const SEED: SeedSpec = {
  title: 'Plumber in [geo_city], [geo_state]',
  slug: 'plumber-geo_url',
  excerpt: 'About [tagline].',
  content:
    '<!-- wp:acme/map {"label":"[tagline]"} /--><p title="[tagline]">[tagline] in [geo_city]</p><a href="tel:[phone]">x</a>',
  metas: [
    ['tagline', '[tagline]'],
    ['opts', 'a:1:{s:4:"line";s:9:"[tagline]";}'],
    ['_elementor_data', '[{"settings":{"title":"[tagline]"}}]'],
  ],
};
const SHAPES: readonly [shape: string, spec: SeedSpec][] = [
  ['page, WXR 1.2', {}],
  ['page, WXR 1.1', { version: '1.1' }],
  ['page, WXR 1.0', { version: '1.0' }],
  ['page without CDATA', { style: 'escaped' }],
  ['post', { type: 'post' }],
  ['custom type', { type: 'service_area' }],
];

describe.each(SHAPES)('hostile values in the shape %s', (shape, spec) => {
  it('arrive as they are in the sheet, one page per row, each with its own identity', () => {
    const { rows, values } = makeHostileRows();
    const built = buildFormat(wxrText({ ...SEED, ...spec }), rows, { format: 'wordpress' });
    expect(built.skipped).toBe(0);
    const pages = built.files.flatMap(({ bytes }) => readPages(bytes));
    const found = pages.map((page) => {
      const { fields, metas } = page;
      const [{ settings }] = JSON.parse(getMeta(page, '_elementor_data')) as [
        { settings: { title: string } },
      ];
      const content = fields['content:encoded'] ?? '';
      const [, block = ''] = /wp:acme\/map (.*?) \/-->/s.exec(content) ?? [];
      return {
        identity: ['wp:post_id', 'guid', 'wp:post_name', 'link'].map((field) => fields[field]),
        texts: [
          [getShownText(content), '§ in Town #x'],
          [getShownText((JSON.parse(block) as { label: string }).label), '§'],
          [getShownText(fields['excerpt:encoded'] ?? ''), 'About §.'],
          [getMeta(page, 'tagline'), '§'],
          [getMeta(page, 'opts').replace(/^a:1:\{s:4:"line";s:\d+:"|";\}$/g, ''), '§'],
          [getShownText(settings.title), '§'],
        ] as const,
        all: [...Object.values(fields), ...metas.flat()].join('\n'),
      };
    });
    expectShape(`WordPress, ${shape}`, values, found);
    expect(listFaultCodes(built.audit().problems)).toEqual([]);
  });
});
