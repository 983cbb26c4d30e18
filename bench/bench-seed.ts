/**
 * Generates the seed, so that every machine measures the same: an export of 57,000 bytes with 300 placeholders in
 * all contexts of a WordPress page.
 */

import type { PlatformId } from '#contract/platforms.ts';
import { wxrText } from '#testkit/wxr-seed.ts';

export const SEED_BYTES = 57_000;
export const SEED_HOLES = 300;

const SECTIONS = 20;
const WIDGETS = 16;
const PROSE =
  'Our crews know the old clay pipes under the avenues and the copper lines in the new estates. We send a plumber who can decide, carry the parts that fail most often, and leave the floor as clean as we found it. ';

function writeSection(index: number): string {
  return `<!-- wp:heading {"level":2,"metadata":{"name":"Section ${index} [geo_city]"}} -->
<h2 class="wp-block-heading" title="Section ${index} in [geo_city]">Reason ${index} to call us in [geo_city]</h2>
<!-- /wp:heading -->

<!-- wp:paragraph -->
<p>[local_intro] ${PROSE}We work all over [geo_state], in [county] County above all. <a href="/[geo_url]/service-${index}" title="Service in [geo_city]">Ask us</a> or call [phone].</p>
<!-- /wp:paragraph -->

`;
}

const CODE = `<!-- wp:html -->
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Plumber","name":"Bench Plumbing [geo_city]","telephone":"[phone]","areaServed":"[geo_city], [geo_state]","geo":{"@type":"GeoCoordinates","latitude":"[lat]","longitude":"[lng]"},"url":"https://bench.example/[geo_url]/"}</script>
<script>var place = '[geo_city]'; var at = { lat: [lat], lng: [lng] };</script>
<style>.town::after { content: "[geo_city]"; } .town { --reviews: [review_count]; }</style>
<!-- /wp:html -->

<!-- wp:shortcode -->
[wpforms id="412" town="[geo_city]" zip="[geo_zip]"]
<!-- /wp:shortcode -->

`;

function writeContent(padding: string): string {
  const sections = Array.from({ length: SECTIONS }, (_, index) => writeSection(index + 1));
  return `${sections.join('')}${CODE}<!-- wp:paragraph -->\n<p>${padding}</p>\n<!-- /wp:paragraph -->`;
}

/** Elementor writes its data as PHP writes JSON: slashes escaped, letters beyond ASCII as `\uXXXX`. */
function writeElementor(): string {
  const widgets = Array.from({ length: WIDGETS }, (_, index) => ({
    id: (0x5a1c00 + index).toString(16),
    elType: 'widget',
    widgetType: 'text-editor',
    settings: {
      title: 'Plumber in [geo_city]',
      editor: `<p title="[geo_state]">[local_intro] ${PROSE}</p>`,
      link: { url: 'https://bench.example/[geo_url]/', is_external: '' },
    },
    elements: [],
  }));
  return JSON.stringify(widgets).replaceAll('/', '\\/');
}

function serialize(text: string): string {
  return `s:${text.length}:"${text}";`;
}

function writeSerialized(index: number): string {
  const inner = `a:1:{${serialize('town')}${serialize('[geo_city]')}}`;
  const pairs = [
    ['heading', 'Box about [geo_city]'],
    ['text', '[local_intro]'],
    ['place', '[county], [geo_state]'],
  ].map(([key = '', value = '']) => serialize(key) + serialize(value));
  return `a:4:{${pairs.join('')}${serialize(`inner_${index}`)}${serialize(inner)}}`;
}

function writeMetas(fillers: number): [key: string, value: string][] {
  return [
    ['_wp_page_template', 'default'],
    ['_yoast_wpseo_title', 'Plumber [geo_city] [state_code] %%sep%% %%sitename%%'],
    ['_yoast_wpseo_metadesc', 'Plumber in [geo_city], [geo_state]. Call [phone].'],
    ['_yoast_wpseo_focuskw', 'plumber [geo_city]'],
    ['_yoast_wpseo_canonical', 'https://bench.example/[geo_url]/'],
    ['_elementor_edit_mode', 'builder'],
    ['_elementor_data', writeElementor()],
    ...Array.from({ length: 4 }, (_, index): [string, string] => [
      `box_${index + 1}`,
      writeSerialized(index + 1),
    ]),
    ...Array.from({ length: fillers }, (_, index): [string, string] => [
      `field_${index + 1}`,
      '[open_sunday]',
    ]),
  ];
}

function write(padding: string, fillers: number): string {
  return wxrText({
    site: 'https://bench.example',
    title: 'Plumber in [geo_city], [state_code]',
    slug: 'geo_url',
    content: writeContent(padding),
    excerpt: 'Same-day help in [geo_city], [geo_state]. [local_intro]',
    metas: writeMetas(fillers),
  });
}

/** Counts the placeholders in brackets; slug and link have further ones without brackets. */
export function countHoles(seed: string): number {
  return (
    seed.match(
      /\[(?:geo_(?:city|state|url|zip)|state_code|county|lat|lng|phone|local_intro|review_count|open_sunday)\]/g,
    )?.length ?? 0
  );
}

function repeatTo(length: number): string {
  return PROSE.repeat(Math.ceil(length / PROSE.length)).slice(0, length);
}

/** Writes the seed in ASCII, so characters are bytes. A larger seed has more prose, not more placeholders. */
export function writeBenchSeed(bytes = SEED_BYTES): string {
  const fillers = SEED_HOLES - countHoles(write('', 0));
  const seed = write(repeatTo(bytes - write('', fillers).length), fillers);
  if (fillers < 0 || seed.length !== bytes || countHoles(seed) !== SEED_HOLES) {
    throw new Error(`The seed of the bench has ${countHoles(seed)} placeholders in ${seed.length} bytes.`);
  }
  return seed;
}

/** Size of an ordinary page without a page builder. */
export const PLATFORM_SEED_BYTES = 20_000;
const TITLE = 'Plumber in [geo_city], [state_code]';
const UUID = '0f0c2f0e-4b7a-4d0c-9a53-1f0b7c6f2d10';

/** Writes content without WordPress-specific parts. */
function writePlainContent(padding: string): string {
  const content = writeContent(padding).replaceAll(/<!--[^]*?-->\s*|\[wpforms[^\n]*\n/g, '');
  return `${content}<p>Call [phone].</p>`;
}

function writeForPlatform(platform: PlatformId, padding: string): string {
  const content = writePlainContent(padding);
  if (platform === 'wordpress' || platform === 'hubspot') {
    const type = platform === 'hubspot' ? 'post' : 'page';
    return wxrText({ site: 'https://bench.example', title: TITLE, slug: 'geo_url', type, content });
  }
  if (platform === 'wix' || platform === 'webflow') {
    const cells = [TITLE, '[geo_url]', content, UUID].map((cell) => `"${cell.replaceAll('"', '""')}"`);
    const columns = platform === 'wix' ? '"Title","Slug","Body","ID"' : '"Name","Slug","Body","Item ID"';
    return `${columns}\n${cells.join(',')}\n`;
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<response><item key="0"><title>${TITLE}</title><uuid>${UUID}</uuid><path>/[geo_url]</path><body><![CDATA[${content}]]></body></item></response>
`;
}

/** Writes the seed of a platform, of about `PLATFORM_SEED_BYTES`. */
export function writePlatformSeed(platform: PlatformId): string {
  const missing = PLATFORM_SEED_BYTES - writeForPlatform(platform, '').length;
  return writeForPlatform(platform, repeatTo(Math.max(0, missing)));
}
