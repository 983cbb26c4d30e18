/**
 * Test only: where page builders and plugins keep a text, and how they read it back: what is between the
 * quotes of a shortcode, a string of JSON, one of PHP's serialized form, an attribute of HTML.
 */
import { Parser } from 'htmlparser2';
import { toBase64 } from '#testkit/text-encodings.ts';
import type { ReadPage } from '#testkit/wxr-pages.ts';
import type { SeedSpec } from '#testkit/wxr-seed.ts';

export interface BuilderPlace {
  builder: string;
  spec: (text: string) => SeedSpec;
  /** The text as the builder reads it; `undefined` where the page has it no more. */
  read: (page: ReadPage) => string | undefined;
  /** The rest of the page, which must be the same for all values. */
  structure?: (page: ReadPage) => string;
}

const getContent = (page: ReadPage): string => page.fields['content:encoded'] ?? '';
const metaIn = (page: ReadPage, key: string): string => page.metas.find(([name]) => name === key)?.[1] ?? '';

/** Tags and attributes of HTML, without any text. */
function readStructure(html: string): string {
  const seen: string[] = [];
  new Parser({
    onopentag: (name, attributes) => seen.push(`<${name} ${Object.keys(attributes).join(' ')}>`),
    onclosetag: (name) => seen.push(`</${name}>`),
    oncomment: () => seen.push('<!---->'),
  }).end(html);
  return seen.join('');
}

/** First value of an attribute, as a browser reads it. */
function readAttribute(html: string, name: string): string | undefined {
  let found: string | undefined;
  new Parser({
    onopentag: (_tag, attributes) => {
      found ??= attributes[name];
    },
  }).end(html);
  return found;
}

const between = (text: string, open: string, close: string): string | undefined => {
  const from = text.indexOf(open);
  const to = text.indexOf(close, from + open.length);
  return from < 0 || to < 0 ? undefined : text.slice(from + open.length, to);
};

const serialize = (text: string): string => `s:${Buffer.byteLength(text)}:"${text}";`;

/** Reads the string after a key of a serialized value by its length in bytes, where it has to end. */
function readSerialized(value: string, key: string): string | undefined {
  const bytes = Buffer.from(value);
  const head = Buffer.from(`${serialize(key)}s:`);
  const at = bytes.indexOf(head) + head.length;
  const digits = /^\d+/.exec(bytes.subarray(at, at + 10).toString('latin1'))?.[0] ?? '';
  const from = at + digits.length + 2;
  const to = from + Number(digits);
  return bytes.subarray(to, to + 2).toString() === '";' ? bytes.subarray(from, to).toString() : undefined;
}

/** Reads the string after the key `t`, at any depth. */
function readJson(json: string): string | undefined {
  let found: string | undefined;
  JSON.parse(json, (key: string, value: unknown) => {
    if (key === 't' && typeof value === 'string') found = value;
    return value;
  });
  return found;
}

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const shortcode = (builder: string, name: string, key: string): BuilderPlace => ({
  builder,
  spec: (text) => ({ content: `<p>a</p>[${name} ${key}="${text}" n="1"]b[/${name}]<p>c</p>` }),
  read: (page) => between(getContent(page), ` ${key}="`, '" n="1"]b[/'),
  structure: (page) => readStructure(getContent(page)),
});

const meta = (
  builder: string,
  key: string,
  wrap: (text: string) => string,
  read: (value: string) => string | undefined,
): BuilderPlace => ({
  builder,
  spec: (text) => ({ metas: [[key, wrap(text)]] }),
  read: (page) => read(metaIn(page, key)),
});

const inContent = (
  builder: string,
  wrap: (text: string) => string,
  read: (html: string) => string | undefined,
): BuilderPlace => ({
  builder,
  spec: (text) => ({ content: wrap(text) }),
  read: (page) => read(getContent(page)),
  structure: (page) => readStructure(getContent(page)),
});

const slashed = (value: unknown): string => JSON.stringify(value).replaceAll('/', '\\/');
const object = (members: string): string => `O:8:"stdClass":1:{${members}}`;

/** Names that places and documents begin with. */
const BUILDERS = [
  'Divi',
  'WPBakery',
  'Beaver Builder',
  'Bricks',
  'Oxygen',
  'Breakdance',
  'Elementor',
  'Avada',
  'SiteOrigin',
  'Brizy',
  'ACF',
  'Yoast',
  'Rank Math',
  'WooCommerce',
  'classic editor',
  'block editor',
];

/** Builders of which none of these places is. */
export function buildersMissingIn(places: readonly { builder: string }[]): string[] {
  return BUILDERS.filter((name) => !places.some(({ builder }) => builder.startsWith(name)));
}

export const BUILDER_PLACES: readonly BuilderPlace[] = [
  inContent(
    'classic editor, text',
    (text) => `<p>${text}</p><p>x</p>`,
    (html) => between(html, '<p>', '</p><p>x'),
  ),
  inContent(
    'classic editor, attribute',
    (text) => `<p title="${attribute(text)}" lang="en">x</p>`,
    (html) => readAttribute(html, 'title'),
  ),
  inContent(
    'classic editor, script',
    (text) => `<script>show(${JSON.stringify(text)}, 1)</script>`,
    (html) => readJson(`{"t":${between(html, 'show(', ', 1)') ?? 'null'}}`),
  ),
  inContent(
    'classic editor, JSON-LD',
    (text) => `<script type="application/ld+json">${JSON.stringify({ '@type': 'Thing', t: text })}</script>`,
    (html) => readJson(between(html, 'ld+json">', '</script>') ?? ''),
  ),
  inContent(
    'block editor',
    (text) => `<!-- wp:acme/map ${JSON.stringify({ t: text, n: 1 }).replaceAll('--', '\\u002d\\u002d')} /-->`,
    (html) => readJson(between(html, 'wp:acme/map ', ' /-->') ?? ''),
  ),
  shortcode('Divi', 'et_pb_blurb', 'title'),
  shortcode('WPBakery', 'vc_custom_heading', 'text'),
  shortcode('Avada', 'fusion_title', 'title'),
  meta(
    'Beaver Builder',
    '_fl_builder_data',
    (text) =>
      `a:1:{${serialize('n1')}${object(`${serialize('settings')}${object(serialize('text') + serialize(text))}`)}}`,
    (value) => readSerialized(value, 'text'),
  ),
  meta(
    'Bricks',
    '_bricks_page_content_2',
    (text) =>
      `a:1:{i:0;a:2:{${serialize('name')}${serialize('heading')}${serialize('text')}${serialize(text)}}}`,
    (value) => readSerialized(value, 'text'),
  ),
  meta(
    'Oxygen',
    'ct_builder_json',
    (text) => JSON.stringify({ children: [{ options: { t: text } }] }),
    readJson,
  ),
  meta(
    'Breakdance',
    '_breakdance_data',
    (text) => JSON.stringify({ tree_json_string: JSON.stringify({ root: { t: text } }) }),
    (value) => readJson((JSON.parse(value) as { tree_json_string: string }).tree_json_string),
  ),
  meta('Elementor', '_elementor_data', (text) => slashed([{ id: 'a', settings: { t: text } }]), readJson),
  meta(
    'SiteOrigin',
    'panels_data',
    (text) => `a:1:{${serialize('widgets')}a:1:{i:0;a:1:{${serialize('text')}${serialize(text)}}}}`,
    (value) => readSerialized(value, 'text'),
  ),
  meta(
    'Brizy',
    'brizy',
    (text) =>
      `a:1:{${serialize('editor_data')}${serialize(toBase64(JSON.stringify({ items: [{ t: text }] })))}}`,
    (value) => readJson(Buffer.from(readSerialized(value, 'editor_data') ?? '', 'base64').toString()),
  ),
  meta(
    'ACF',
    'service_note',
    (text) => text,
    (value) => value,
  ),
  meta(
    'Yoast',
    '_yoast_wpseo_metadesc',
    (text) => text,
    (value) => value,
  ),
  meta(
    'Rank Math',
    'rank_math_description',
    (text) => text,
    (value) => value,
  ),
  meta(
    'WooCommerce',
    '_product_attributes',
    (text) => `a:1:{${serialize('size')}a:1:{${serialize('value')}${serialize(text)}}}`,
    (value) => readSerialized(value, 'value'),
  ),
  {
    builder: 'WooCommerce, short description',
    spec: (text) => ({ excerpt: `<p>${text}</p>` }),
    read: (page) => between(page.fields['excerpt:encoded'] ?? '', '<p>', '</p>'),
    structure: (page) => readStructure(page.fields['excerpt:encoded'] ?? ''),
  },
];
