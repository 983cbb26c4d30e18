/**
 * Test only: where page builders and plugins keep whole documents (HTML, style sheets, scripts, addresses),
 * and how they read them back. What is around the document must be as it was.
 */
import { getPhpString, unserialize } from '#testkit/decoders/php.ts';
import { readMeta, readShortcodeAttributes } from '#testkit/decoders/wordpress.ts';
import type { Language } from '#testkit/decoders/document.ts';
import { rawUrlEncode, toBase64 } from '#testkit/text-encodings.ts';
import { type ReadPage, getMeta } from '#testkit/wxr-pages.ts';
import type { SeedSpec } from '#testkit/wxr-seed.ts';

export interface BuilderDocument {
  builder: string;
  language: Language;
  spec: (document: string) => SeedSpec;
  read: (page: ReadPage) => string;
  /** The row is skipped because of this place. */
  isLost?: (value: string) => boolean;
}

type Codec = Pick<BuilderDocument, 'isLost'> & {
  write: (document: string) => string;
  read: (stored: string) => string;
};

const serialize = (value: string | { [key: string]: Serializable }): string => {
  if (typeof value === 'string') return `s:${Buffer.byteLength(value)}:"${value}";`;
  const members = Object.entries(value).map(([key, member]) => serialize(key) + serialize(member));
  return `a:${members.length}:{${members.join('')}}`;
};
type Serializable = string | { [key: string]: Serializable };

/** Reads the text between two texts, which must be unchanged. */
function strip(stored: string, open: string, close: string): string {
  if (!stored.startsWith(open) || !stored.endsWith(close))
    throw new Error(`${open}…${close} became ${stored.slice(0, 200)}…${stored.slice(-60)}`);
  return stored.slice(open.length, stored.length - close.length);
}

const within = (open: string, close: string): Codec => ({
  write: (document) => open + document + close,
  read: (stored) => strip(stored, open, close),
});

const php = (...keys: string[]): Codec => ({
  write: (document) =>
    serialize(keys.reduceRight<Serializable>((value, key) => ({ type: 'widget', [key]: value }), document)),
  read: (stored) => getPhpString(unserialize(stored), ...keys),
  // the importer would rename the class in such a text
  isLost: (value) => /O:\d+:"(?!stdClass")/.test(value),
});

/** Settings of a module as Beaver Builder stores them: an object in an array. */
const phpObject = (key: string): Codec => ({
  ...php(),
  write: (document) =>
    `a:1:{s:5:"node1";O:8:"stdClass":1:{${serialize('settings')}O:8:"stdClass":1:{${serialize(key)}${serialize(document)}}}}`,
  read: (stored) => getPhpString(unserialize(stored), 'node1', 'settings', key),
});

const json = (key: string, isSlashed = false): Codec => ({
  write: (document) => {
    const written = JSON.stringify([{ id: 'a1', settings: { n: 1, [key]: document } }]);
    return isSlashed ? written.replaceAll('/', '\\/') : written;
  },
  read: (stored) => {
    const [element, ...others] = JSON.parse(stored) as { settings: Record<string, string> }[];
    if (others.length > 0 || Object.keys(element?.settings ?? {}).join() !== `n,${key}`)
      throw new Error(`another structure: ${stored}`);
    return element?.settings[key] ?? '';
  },
});

const through = (outer: Codec, inner: Codec): Codec => ({
  write: (document) => outer.write(inner.write(document)),
  read: (stored) => inner.read(outer.read(stored)),
  isLost: (value) => (outer.isLost?.(value) ?? false) || (inner.isLost?.(value) ?? false),
});

const base64: Codec = {
  write: toBase64,
  read: (stored) => {
    const read = Buffer.from(stored, 'base64');
    if (read.toString('base64') !== stored) throw new Error(`no base64: ${stored}`);
    return read.toString();
  },
};
const percent: Codec = { write: rawUrlEncode, read: decodeURIComponent };
const asIs: Codec = { write: (document) => document, read: (stored) => stored };
/** A meta of its own, as WordPress reads it: a text that looks serialized is serialized once more. */
const plain: Codec = { write: (document) => document, read: (stored) => String(readMeta(stored)) };
const block = (key: string): Codec => ({
  write: (document) =>
    `<!-- wp:acme/embed {"n":1,"${key}":${JSON.stringify(document).replaceAll('--', '\\u002d\\u002d').replaceAll('<', '\\u003c')}} /-->`,
  read: (stored) => {
    const attributes = JSON.parse(strip(stored, '<!-- wp:acme/embed ', ' /-->')) as Record<string, string>;
    return attributes[key] ?? '';
  },
});

/** An attribute of a shortcode, as WordPress hands it to its plugin and a browser reads what that writes. */
const shortcode = (tag: string, key: string): Codec => ({
  write: (document) => `[${tag} ${key}="${document}" n="1"]b[/${tag}]`,
  read: (stored) => {
    strip(stored, `[${tag} ${key}="`, `" n="1"]b[/${tag}]`);
    const { [key]: found = '', ...others } = readShortcodeAttributes(stored, tag);
    if (JSON.stringify(others) !== '{"n":"1"}') throw new Error(`other attributes: ${stored}`);
    return found;
  },
});

type Place = readonly [builder: string, language: Language, codec: Codec, key?: string];

/** A place without a key is the content of the page. */
const PLACES: readonly Place[] = [
  ['classic editor', 'html', asIs],
  ['block editor, HTML block', 'html', within('<!-- wp:html -->\n', '\n<!-- /wp:html -->')],
  ['block editor, attribute', 'html', block('html')],
  ['Divi, code', 'html', within('[et_pb_section][et_pb_code n="1"]', '[/et_pb_code][/et_pb_section]')],
  ['Divi, text', 'html', within('[et_pb_text admin_label="a"]<p>b</p>', '<p>c</p>[/et_pb_text]')],
  ['WPBakery, text', 'html', within('[vc_row][vc_column_text]', '[/vc_column_text][/vc_row]')],
  [
    'WPBakery, raw HTML',
    'html',
    through(within('[vc_row][vc_raw_html]', '[/vc_raw_html][/vc_row]'), through(base64, percent)),
  ],
  ['Beaver Builder', 'html', phpObject('html'), '_fl_builder_data'],
  ['Bricks', 'html', php('0', 'settings', 'text'), '_bricks_page_content_2'],
  ['Oxygen', 'html', json('ct_content'), 'ct_builder_json'],
  [
    'Oxygen, shortcodes',
    'html',
    within('[ct_section][oxy_rich_text]', '[/oxy_rich_text][/ct_section]'),
    'ct_builder_shortcodes',
  ],
  ['Breakdance', 'html', through(json('tree_json_string'), json('text')), '_breakdance_data'],
  ['Elementor', 'html', json('editor', true), '_elementor_data'],
  ['Avada, text', 'html', within('[fusion_text columns="2"]', '[/fusion_text]')],
  ['Avada, code', 'html', through(within('[fusion_code]', '[/fusion_code]'), base64)],
  ['SiteOrigin', 'html', php('widgets', '0', 'text'), 'panels_data'],
  ['Brizy', 'html', through(php('editor_data'), through(base64, json('text'))), 'brizy'],
  ['ACF', 'html', plain, 'service_text'],
  ['Yoast', 'html', plain, '_yoast_wpseo_metadesc'],
  ['Rank Math', 'html', php('metadata', 'description'), 'rank_math_schema_Service'],
  ['WooCommerce', 'html', php('pa_note', 'value'), '_product_attributes'],

  ['classic editor, style', 'css', within('<style>', '</style>')],
  ['Divi', 'css', plain, '_et_pb_custom_css'],
  ['WPBakery', 'css', plain, '_wpb_post_custom_css'],
  ['Beaver Builder', 'css', phpObject('css'), '_fl_builder_data_settings'],
  ['Bricks', 'css', php('0', 'settings', '_cssCustom'), '_bricks_page_content_2'],
  ['Bricks, page', 'css', php('customCss'), '_bricks_page_settings'],
  ['Oxygen', 'css', json('css-code'), 'ct_builder_json'],
  ['Breakdance', 'css', through(json('tree_json_string'), json('css_code')), '_breakdance_data'],
  ['Elementor', 'css', json('custom_css', true), '_elementor_data'],
  ['Elementor, page', 'css', php('custom_css'), '_elementor_page_settings'],
  ['Avada', 'css', php('custom_css'), '_fusion'],
  ['SiteOrigin', 'css', php('widgets', '0', 'custom_css'), 'panels_data'],
  ['Brizy', 'css', through(php('editor_data'), through(base64, json('customCSS'))), 'brizy'],
  ['ACF, recognized by its content', 'css', plain, 'page_styles'],

  ['classic editor, script', 'script', within('<script>', '</script>')],
  ['WPBakery', 'script', plain, '_wpb_post_custom_js_header'],
  [
    'WPBakery, raw JS',
    'script',
    through(
      within('[vc_raw_js]', '[/vc_raw_js]'),
      through(base64, through(percent, within('<script>', '</script>'))),
    ),
  ],
  ['Beaver Builder', 'script', phpObject('js'), '_fl_builder_data_settings'],
  ['Bricks', 'script', php('0', 'settings', 'javascriptCode'), '_bricks_page_content_2'],
  ['Oxygen', 'script', json('code-js'), 'ct_builder_json'],
  ['Breakdance', 'script', through(json('tree_json_string'), json('javascript_code')), '_breakdance_data'],
  ['Elementor', 'script', json('custom_js', true), '_elementor_data'],
  ['Brizy', 'script', through(php('editor_data'), through(base64, json('customJs'))), 'brizy'],
  ['ACF', 'script', plain, 'header_scripts'],

  ['classic editor, shortcode', 'address', shortcode('button', 'url')],
  ['block editor', 'address', block('url')],
  ['Divi', 'address', shortcode('et_pb_button', 'button_url')],
  ['WPBakery', 'address', through(within('[vc_btn link="url:', '|title:a"]'), percent)],
  ['Avada', 'address', shortcode('fusion_button', 'link')],
  ['Beaver Builder', 'address', phpObject('link'), '_fl_builder_data'],
  ['Bricks', 'address', php('0', 'link', 'url'), '_bricks_page_content_2'],
  ['Oxygen', 'address', json('url'), 'ct_builder_json'],
  ['Breakdance', 'address', through(json('tree_json_string'), json('url')), '_breakdance_data'],
  ['Elementor', 'address', json('url', true), '_elementor_data'],
  ['SiteOrigin', 'address', php('widgets', '0', 'url'), 'panels_data'],
  ['Brizy', 'address', through(php('editor_data'), through(base64, json('url'))), 'brizy'],
  ['ACF', 'address', php('url'), 'cta'],
  ['Yoast', 'address', plain, '_yoast_wpseo_canonical'],
  ['Rank Math', 'address', plain, 'rank_math_canonical_url'],
  ['WooCommerce', 'address', plain, '_product_url'],
];

export const BUILDER_DOCUMENTS: readonly BuilderDocument[] = PLACES.map(
  ([builder, language, { write, read, isLost }, key]) => ({
    builder: `${builder} (${language})`,
    language,
    spec: (document) =>
      key === undefined ? { content: write(document) } : { metas: [[key, write(document)]] },
    read: (page) => read(key === undefined ? (page.fields['content:encoded'] ?? '') : getMeta(page, key)),
    ...(isLost && { isLost }),
  }),
);
