/**
 * The seed of the bench, made here so that every machine measures the same: an export of 57,000 bytes
 * whose page holds 300 placeholders, spread over every context that a WordPress page has.
 */

export const SEED_BYTES = 57_000;
export const SEED_HOLES = 300;

const SECTIONS = 20;
const WIDGETS = 16;
const PROSE =
  'Our crews know the old clay pipes under the avenues and the copper lines in the new estates. We send a person who can decide, carry the parts that fail most often, and leave the floor as clean as we found it. ';

function cdata(text: string): string {
  return `<![CDATA[${text}]]>`;
}

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

function writeMetas(spare: number): Record<string, string> {
  const metas: Record<string, string> = {
    _wp_page_template: 'default',
    _yoast_wpseo_title: 'Plumber [geo_city] [state_code] %%sep%% %%sitename%%',
    _yoast_wpseo_metadesc: 'Plumber in [geo_city], [geo_state]. Call [phone].',
    _yoast_wpseo_focuskw: 'plumber [geo_city]',
    _yoast_wpseo_canonical: 'https://bench.example/[geo_url]/',
    _elementor_edit_mode: 'builder',
    _elementor_data: writeElementor(),
  };
  for (let index = 1; index <= 4; index += 1) metas[`box_${index}`] = writeSerialized(index);
  for (let index = 1; index <= spare; index += 1) metas[`field_${index}`] = '[open_sunday]';
  return metas;
}

function writeItem(padding: string, spare: number): string {
  const metas = Object.entries(writeMetas(spare)).map(
    ([key, value]) => `		<wp:postmeta>
		<wp:meta_key>${cdata(key)}</wp:meta_key>
		<wp:meta_value>${cdata(value)}</wp:meta_value>
		</wp:postmeta>
`,
  );
  const date = cdata('2026-03-07 08:00:00');
  return `	<item>
		<title>${cdata('Plumber in [geo_city], [state_code]')}</title>
		<link>https://bench.example/geo_url/</link>
		<pubDate>Sat, 07 Mar 2026 08:00:00 +0000</pubDate>
		<dc:creator>${cdata('dana')}</dc:creator>
		<guid isPermaLink="false">https://bench.example/?page_id=940</guid>
		<description></description>
		<content:encoded>${cdata(writeContent(padding))}</content:encoded>
		<excerpt:encoded>${cdata('Same-day help in [geo_city], [geo_state]. [local_intro]')}</excerpt:encoded>
		<wp:post_id>940</wp:post_id>
		<wp:post_date>${date}</wp:post_date>
		<wp:post_date_gmt>${date}</wp:post_date_gmt>
		<wp:post_modified>${date}</wp:post_modified>
		<wp:post_modified_gmt>${date}</wp:post_modified_gmt>
		<wp:comment_status>${cdata('closed')}</wp:comment_status>
		<wp:ping_status>${cdata('closed')}</wp:ping_status>
		<wp:post_name>${cdata('geo_url')}</wp:post_name>
		<wp:status>${cdata('publish')}</wp:status>
		<wp:post_parent>0</wp:post_parent>
		<wp:menu_order>0</wp:menu_order>
		<wp:post_type>${cdata('page')}</wp:post_type>
		<wp:post_password>${cdata('')}</wp:post_password>
		<wp:is_sticky>0</wp:is_sticky>
${metas.join('')}	</item>
`;
}

const HEAD = `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0"
	xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
	xmlns:content="http://purl.org/rss/1.0/modules/content/"
	xmlns:wfw="http://wellformedweb.org/CommentAPI/"
	xmlns:dc="http://purl.org/dc/elements/1.1/"
	xmlns:wp="http://wordpress.org/export/1.2/"
>
<channel>
	<title>Bench Plumbing</title>
	<link>https://bench.example</link>
	<description></description>
	<pubDate>Sat, 07 Mar 2026 09:00:00 +0000</pubDate>
	<language>en-US</language>
	<wp:wxr_version>1.2</wp:wxr_version>
	<wp:base_site_url>https://bench.example</wp:base_site_url>
	<wp:base_blog_url>https://bench.example</wp:base_blog_url>
	<wp:author><wp:author_id>1</wp:author_id><wp:author_login>${cdata('dana')}</wp:author_login><wp:author_email>${cdata('dana@bench.example')}</wp:author_email><wp:author_display_name>${cdata('Dana')}</wp:author_display_name></wp:author>
	<generator>https://wordpress.org/?v=6.9.1</generator>
`;
const TAIL = '</channel>\n</rss>\n';

/** Placeholders in brackets; the slug's and the link's bare names come on top. */
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

/** All ASCII, so characters are bytes. A larger seed gets more prose in its content, not more holes. */
export function writeBenchSeed(bytes = SEED_BYTES): string {
  const write = (padding: string, spare: number) => HEAD + writeItem(padding, spare) + TAIL;
  const spare = SEED_HOLES - countHoles(write('', 0));
  const seed = write(repeatTo(bytes - write('', spare).length), spare);
  if (spare < 0 || seed.length !== bytes || countHoles(seed) !== SEED_HOLES) {
    throw new Error(`The seed of the bench has ${countHoles(seed)} placeholders in ${seed.length} bytes.`);
  }
  return seed;
}
