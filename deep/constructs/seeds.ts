/** Seeds in the storage formats of editors and builders, all with the same texts and constructs. */
import { INLINE, SPANS } from './sheet.ts';

/** Marks the start of each text of a page, so that a failure names its text. */
export const SIGN = '§';

export interface ConstructSeed {
  name: string;
  content: string;
  metas?: readonly (readonly [key: string, value: string])[];
  /** Texts in reading order. */
  texts: readonly string[];
}

export const TITLE =
  'Plumber in [geo_city][if geo_state = "TX"] of [geo_state][else] and [spin]around || near[/spin][/if]';

export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const blockJson = (text: string) =>
  JSON.stringify(text)
    .replaceAll('--', String.raw`\u002d\u002d`)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('>', String.raw`\u003e`)
    .replaceAll('&', String.raw`\u0026`)
    .replaceAll(String.raw`\"`, String.raw`\u0022`);

const signed = INLINE.map((text) => SIGN + text);
const joined = SPANS.map((parts) => SIGN + parts.join(''));
/** Writes the sign and each part of the spans in separate wrappers. */
const writeSpans = (wrap: (part: string) => string, around = (inner: string) => inner) =>
  SPANS.map((parts) => around([SIGN, ...parts].map(wrap).join('\n'))).join('\n');

const paragraph = (text: string) =>
  `<!-- wp:paragraph -->\n<p>${escapeHtml(text)}</p>\n<!-- /wp:paragraph -->\n`;
const group = (inner: string) =>
  `<!-- wp:group {"layout":{"type":"constrained"}} -->\n<div class="wp-block-group">${inner}</div>\n<!-- /wp:group -->`;
const image = (text: string) =>
  `<!-- wp:image -->\n<figure class="wp-block-image"><img src="https://northstar.example/a.png" alt="${escapeHtml(text)}"/></figure>\n<!-- /wp:image -->\n`;
const note = (text: string) => `<!-- wp:acme/note {"text":${blockJson(text)},"size":3} /-->\n`;

/** Replaces quotes with those of WordPress' visual editor and of word processors. */
const typographic = (text: string) => {
  let count = 0;
  return escapeHtml(text).replaceAll('&quot;', () => (count++ % 2 ? '&#8221;' : '“'));
};
const list = (inner: string) => `<ul>\n${inner}\n</ul>`;
const script = (text: string) =>
  `<script type="application/ld+json">{"@type":"Service","description":${JSON.stringify(text).replaceAll('</', String.raw`<\/`)}}</script>`;
const serialize = (texts: readonly string[]) =>
  `a:${texts.length}:{${texts.map((text, index) => `i:${index};s:${Buffer.byteLength(text)}:"${text}";`).join('')}}`;

let ids = 0;
const widget = (widgetType: string, settings: object) => ({
  id: `a${(ids += 1)}`,
  elType: 'widget',
  widgetType,
  settings,
  elements: [],
});
const editor = (text: string) => widget('text-editor', { editor: `<p>${escapeHtml(text)}</p>` });
const elementor = [
  {
    id: 'c1',
    elType: 'container',
    settings: {},
    elements: [
      ...signed.map((text) => widget('heading', { title: text, size: 'xl' })),
      ...signed.map(editor),
      ...SPANS.flatMap((parts) => [SIGN, ...parts].map(editor)),
      ...SPANS.map((parts) =>
        widget('icon-list', { icon_list: [SIGN, ...parts].map((text) => ({ text, _id: `b${(ids += 1)}` })) }),
      ),
    ],
  },
];

const column = (inner: string) => `[vc_row][vc_column width="1/1"]${inner}[/vc_column][/vc_row]`;
const vcText = (text: string) => `[vc_column_text css=".a{}"]<p>${escapeHtml(text)}</p>[/vc_column_text]`;
const vcAttribute = (text: string) =>
  text.replaceAll('[', '`{`').replaceAll(']', '`}`').replaceAll('"', '``');
const vcRaw = (html: string) =>
  `[vc_raw_html]${Buffer.from(encodeURIComponent(html)).toString('base64')}[/vc_raw_html]`;
const html = (text: string) => `<p>${escapeHtml(text)}</p>`;

const diviAttribute = (text: string) =>
  text.replaceAll('"', '%22').replaceAll('[', '%91').replaceAll(']', '%93');
const diviText = (text: string) =>
  `[et_pb_text _builder_version="4.27.0" hover_enabled="0"]<p>${escapeHtml(text)}</p>[/et_pb_text]`;
const diviRow = (inner: string) =>
  `[et_pb_section fb_built="1"][et_pb_row][et_pb_column type="4_4"]${inner}[/et_pb_column][/et_pb_row][/et_pb_section]`;

const plain = [SIGN + TITLE];

/** HTML of an editor without blocks. */
export const CLASSIC_HTML = [
  ...signed.map((text) => `<p>${typographic(text)}</p>`),
  ...signed.map((text) => `<img src="/a.png" alt="${escapeHtml(text)}">`),
  ...signed.map(script),
  writeSpans((text) => `<p style="x:1">${typographic(text)}</p>`),
  writeSpans((text) => `<li><strong>${escapeHtml(text)}</strong></li>`, list),
].join('\n');
export const CLASSIC_TEXTS = [...signed, ...signed, ...signed, ...joined, ...joined];

export const WORDPRESS_SEEDS: readonly ConstructSeed[] = [
  {
    name: 'blocks',
    content: [
      ...signed.map(paragraph),
      ...signed.map(note),
      ...signed.map(image),
      writeSpans(paragraph),
      writeSpans(paragraph, group),
      writeSpans(note),
    ].join('\n'),
    metas: [
      ['_yoast_wpseo_title', SIGN + TITLE],
      ['_yoast_wpseo_metadesc', signed[1] ?? ''],
    ],
    texts: [
      ...plain,
      ...signed,
      ...signed,
      ...signed,
      ...joined,
      ...joined,
      ...joined,
      ...plain,
      ...signed.slice(1, 2),
    ],
  },
  {
    name: 'classic',
    content: CLASSIC_HTML,
    metas: [
      ['acf_texts', serialize(signed)],
      ['acf_json', JSON.stringify({ texts: signed })],
    ],
    texts: [...plain, ...CLASSIC_TEXTS, ...signed, ...signed],
  },
  {
    name: 'elementor',
    content: '<p>-</p>',
    metas: [
      ['_elementor_edit_mode', 'builder'],
      ['_elementor_data', JSON.stringify(elementor)],
    ],
    texts: [...plain, ...signed, ...signed, ...joined, ...joined],
  },
  {
    name: 'wpbakery',
    content: [
      column(signed.map(vcText).join('')),
      column(
        signed
          .map((text) => `[vc_custom_heading text="${vcAttribute(text)}" use_theme_fonts="yes"]`)
          .join(''),
      ),
      column(signed.map((text) => vcRaw(html(text))).join('')),
      column(writeSpans(vcText)),
      column(vcRaw(writeSpans(html))),
    ].join(''),
    texts: [...plain, ...signed, ...signed, ...signed, ...joined, ...joined],
  },
  {
    name: 'divi',
    content: [
      diviRow(signed.map(diviText).join('')),
      diviRow(
        signed
          .map(
            (text) => `[et_pb_blurb title="${diviAttribute(text)}" _builder_version="4.27.0"][/et_pb_blurb]`,
          )
          .join(''),
      ),
      diviRow(writeSpans(diviText)),
    ].join(''),
    metas: [['_et_pb_use_builder', 'on']],
    texts: [...plain, ...signed, ...signed, ...joined],
  },
];

const escapeXml = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

/** One page of a WordPress export. */
export function writeWxr(
  { name, content, metas = [] }: ConstructSeed,
  type: 'page' | 'post' = 'page',
): string {
  const fields = metas
    .map(
      ([key, value]) =>
        `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${escapeXml(value)}</wp:meta_value></wp:postmeta>`,
    )
    .join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>Constructs</title>
<link>https://northstar.example</link>
<description></description>
<pubDate>Sat, 21 Nov 2026 04:43:44 +0000</pubDate>
<wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>https://northstar.example</wp:base_site_url>
<wp:base_blog_url>https://northstar.example</wp:base_blog_url>
<wp:author><wp:author_id>1</wp:author_id><wp:author_login>admin</wp:author_login><wp:author_email>admin@site.example</wp:author_email><wp:author_display_name>admin</wp:author_display_name></wp:author>
<item>
<title>${escapeXml(SIGN + TITLE)}</title>
<link>https://northstar.example/${name}-geo_url/</link>
<pubDate>Fri, 12 Sep 2025 14:03:21 +0000</pubDate>
<dc:creator>admin</dc:creator>
<guid isPermaLink="false">https://northstar.example/?page_id=42</guid>
<description></description>
<content:encoded>${escapeXml(content)}</content:encoded>
<excerpt:encoded></excerpt:encoded>
<wp:post_id>42</wp:post_id>
<wp:post_date>2025-09-12 14:03:21</wp:post_date>
<wp:post_date_gmt>2025-09-12 14:03:21</wp:post_date_gmt>
<wp:comment_status>closed</wp:comment_status>
<wp:ping_status>closed</wp:ping_status>
<wp:post_name>${name}-geo_url</wp:post_name>
<wp:status>publish</wp:status>
<wp:post_parent>0</wp:post_parent>
<wp:menu_order>0</wp:menu_order>
<wp:post_type>${type}</wp:post_type>
<wp:post_password></wp:post_password>
<wp:is_sticky>0</wp:is_sticky>
${fields}
</item>
</channel>
</rss>`;
}
