/**
 * Test only: where designers put text modules one after another, as each builder stores them. A text is alone in its
 * module; the modules are read back by parsers that share no code with the engine.
 */
import { decodeReferences } from '#testkit/decoders/html.ts';
import { getPhpString, unserialize } from '#testkit/decoders/php.ts';
import { toBase64, rawUrlEncode } from '#testkit/text-encodings.ts';
import { type ReadPage, getMeta } from '#testkit/wxr-pages.ts';
import type { SeedSpec } from '#testkit/wxr-seed.ts';

export interface ModuleList {
  name: string;
  write: (texts: readonly string[]) => SeedSpec;
  /** Lists the texts of the modules in order; a module without a text is skipped. */
  read: (page: ReadPage) => string[];
}

/** Form in which one stored text contains modules. */
interface Codec {
  write: (texts: readonly string[]) => string;
  read: (stored: string) => string[];
}

const show = (html: string): string =>
  decodeReferences(html.replaceAll(/<\/?(?:p|li|b)(?: [^>]*)?>/g, '')).trim();
const isShown = (text: string): boolean => text !== '';

/** Checks that tags, blocks and shortcodes are balanced, and returns the texts between them. */
function readMarkup(stored: string): string[] {
  const open: string[] = [];
  const texts: string[] = [];
  let last = 0;
  const addText = (to: number) => texts.push(decodeReferences(stored.slice(last, to)).trim());
  const tag =
    /<!-- (\/)?wp:(\S+) (?:\{.*?\} )?(\/)?-->|<(\/)?([a-z][a-z0-9]*)(?: [^<>]*)?(\/)?>|\[(\/)?([a-z][\w-]*)(?: [^\]]*?)?(\/)?\]/gs;
  for (const match of stored.matchAll(tag)) {
    addText(match.index);
    last = match.index + match[0].length;
    const name = match[2] ?? match[5] ?? match[8] ?? '';
    if (match[3] ?? match[6] ?? match[9]) continue;
    if (!(match[1] ?? match[4] ?? match[7])) open.push(name);
    else if (open.pop() !== name) throw new Error(`${name} isn't open: ${stored}`);
  }
  addText(stored.length);
  if (open.length > 0) throw new Error(`${open.join()} stays open: ${stored}`);
  return texts.filter(isShown);
}

const markup = (write: Codec['write']): Codec => ({ write, read: readMarkup });
const each = (write: (text: string) => string, around = (inner: string) => inner, separator = ''): Codec =>
  markup((texts) => around(texts.map(write).join(separator)));

const paragraph = (text: string) =>
  `<!-- wp:paragraph {"align":"left"} -->\n<p class="a">${text}</p>\n<!-- /wp:paragraph -->`;
const group = (inner: string) =>
  `<!-- wp:group {"layout":{"type":"constrained"}} -->\n<div class="wp-block-group">${inner}</div>\n<!-- /wp:group -->`;
const column = (inner: string) =>
  `<!-- wp:column -->\n<div class="wp-block-column">${inner}</div>\n<!-- /wp:column -->`;
const diviText = (text: string) =>
  `[et_pb_text _builder_version="4.9.2" background_color="#fff"]<p>${text}</p>[/et_pb_text]`;
const diviSection = (inner: string) =>
  `[et_pb_section fb_built="1" global_colors_info="{}"][et_pb_row column_structure="1_2"][et_pb_column type="4_4"]${inner}[/et_pb_column][/et_pb_row][/et_pb_section]`;
const wpbakeryRow = (inner: string) =>
  `[vc_row el_class="a"][vc_column width="1/1"]${inner}[/vc_column][/vc_row]`;
const avada = (inner: string) =>
  `[fusion_builder_container type="flex"][fusion_builder_row][fusion_builder_column type="1_1"]${inner}[/fusion_builder_column][/fusion_builder_row][/fusion_builder_container]`;

const toBlockJson = (data: unknown) =>
  JSON.stringify(data)
    .replaceAll('--', '\\u002d\\u002d')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('\\"', '\\u0022');
/** Data of blocks that have no text outside of their attributes. */
const blocks = (
  toData: (text: string) => unknown,
  getText: (data: never) => string,
  around = (inner: string) => inner,
): Codec => ({
  write: (texts) =>
    around(texts.map((text) => `<!-- wp:acme/text ${toBlockJson(toData(text))} /-->`).join('\n')),
  read: (stored) => {
    readMarkup(stored);
    return [...stored.matchAll(/<!-- wp:acme\/text (\{.*?\}) \/-->/gs)].map(([, data = '']) =>
      show(getText(JSON.parse(data) as never)),
    );
  },
});
interface Divi5 {
  content: { innerContent: { desktop: { value: string } } };
}
const divi5 = (text: string): Divi5 & Record<string, unknown> => ({
  module: { meta: { adminLabel: { desktop: { value: 'Text' } } } },
  content: { innerContent: { desktop: { value: `<p>${text}</p>` } } },
  builderVersion: '5.0.0',
});
const divi5Section = (inner: string) =>
  `<!-- wp:divi/section {"builderVersion":"5.0.0"} -->\n<!-- wp:divi/row -->\n<!-- wp:divi/column {"type":"4_4"} -->\n${inner}\n<!-- /wp:divi/column -->\n<!-- /wp:divi/row -->\n<!-- /wp:divi/section -->`;

interface Json {
  [key: string]: unknown;
}
/** Lists the strings under some keys of parsed JSON, in order. */
function listStrings(data: unknown, keys: ReadonlySet<string>): string[] {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) =>
    typeof value === 'string' ? (keys.has(key) ? [value] : []) : listStrings(value, keys),
  );
}
const TEXT_KEYS = new Set(['editor', 'title', 'text', 'ct_content']);
const json = (
  toData: (texts: readonly string[]) => unknown,
  write = (data: unknown) => JSON.stringify(data),
): Codec => ({
  write: (texts) => write(toData(texts)),
  read: (stored) => listStrings(JSON.parse(stored), TEXT_KEYS).map(show).filter(isShown),
});
const toSlashed = (data: unknown) => JSON.stringify(data).replaceAll('/', '\\/');
const toIndented = (data: unknown) => JSON.stringify(data, null, 2);

const widget = (settings: Json, widgetType = 'text-editor') => ({
  id: '1a2b3c4',
  elType: 'widget',
  settings: { ...settings, align: 'center', _title: 'Text', typography_font_family: 'Open Sans' },
  elements: [],
  widgetType,
});
const editor = (text: string) => widget({ editor: `<p>${text}</p>` });
const heading = (text: string) =>
  widget({ title: text, header_size: 'h3', link: { url: '', is_external: '' } }, 'heading');
const element = (elType: string, ...elements: Json[]) => ({
  id: '5d6e7f8',
  elType,
  settings: [],
  elements,
  isInner: false,
});
const elementorColumn = (...elements: Json[]) => element('column', ...elements);
const elementorSection = (...elements: Json[]) => element('section', ...elements);
const SPACER = element('section', element('column', widget({ space: { unit: 'px', size: 5 } }, 'spacer')));

const serialize = (value: string): string => `s:${Buffer.byteLength(value)}:"${value}";`;
const serialized = (inner: Codec): Codec => ({
  write: (texts) => `a:2:{${serialize('id')}i:5;${serialize('data')}${serialize(inner.write(texts))}}`,
  read: (stored) => inner.read(getPhpString(unserialize(stored), 'data')),
});
const nestedJson = (inner: Codec): Codec => ({
  write: (texts) => JSON.stringify({ version: 2, tree_json_string: inner.write(texts) }),
  read: (stored) => inner.read((JSON.parse(stored) as { tree_json_string: string }).tree_json_string),
});
const inBase64 = (inner: Codec): Codec => ({
  write: (texts) => toBase64(inner.write(texts)),
  read: (stored) => inner.read(Buffer.from(stored, 'base64').toString()),
});
const inPercent = (inner: Codec): Codec => ({
  write: (texts) => rawUrlEncode(inner.write(texts)),
  read: (stored) => inner.read(decodeURIComponent(stored)),
});
const between = (open: string, inner: Codec, close: string): Codec => ({
  write: (texts) => open + inner.write(texts) + close,
  read: (stored) => {
    if (!stored.startsWith(open) || !stored.endsWith(close)) throw new Error(`changed around: ${stored}`);
    return inner.read(stored.slice(open.length, stored.length - close.length));
  },
});
const row = (text: string) => `<tr><td>${text}</td><td></td><td>&nbsp;</td></tr>`;

/** A list without a key is the content of the page. */
const LISTS: readonly (readonly [name: string, codec: Codec, key?: string])[] = [
  [
    'classic editor, lines',
    {
      write: (texts) => texts.join('\n\n'),
      read: (stored) =>
        stored
          .split(/\n\s*\n/)
          .map(show)
          .filter(isShown),
    },
  ],
  [
    'classic editor, paragraphs',
    each((text) => `<p style="text-align: center">${text}</p>`, undefined, '\n'),
  ],
  [
    'classic editor, list',
    each(
      (text) => `<li>${text}</li>`,
      (inner) => `<ul>\n${inner}</ul>`,
      '\n',
    ),
  ],
  ['classic editor, table', each(row, (inner) => `<table><tbody>${inner}</tbody></table>`)],
  ['block editor, paragraphs', each(paragraph, undefined, '\n\n')],
  ['block editor, groups', each((text) => group(paragraph(text)), undefined, '\n\n')],
  ['block editor, in a group', each(paragraph, group, '\n\n')],
  [
    'block editor, columns',
    each(
      (text) => column(paragraph(text)),
      (inner) => `<!-- wp:columns -->\n<div class="wp-block-columns">${inner}</div>\n<!-- /wp:columns -->`,
      '\n\n',
    ),
  ],
  [
    'block editor, list',
    each(
      (text) => `<!-- wp:list-item -->\n<li>${text}</li>\n<!-- /wp:list-item -->`,
      (inner) => `<!-- wp:list -->\n<ul class="wp-block-list">${inner}</ul>\n<!-- /wp:list -->`,
    ),
  ],
  [
    'block editor, shortcode blocks',
    each((text) => `<!-- wp:shortcode -->\n${text}\n<!-- /wp:shortcode -->`, undefined, '\n\n'),
  ],
  [
    'block editor, attributes',
    blocks(
      (text) => ({ id: 'a1', data: { text, _text: 'field_1' }, mode: 'preview' }),
      (data: { data: { text: string } }) => data.data.text,
    ),
  ],
  ['Divi 4, modules', each(diviText, diviSection)],
  ['Divi 4, sections', each((text) => diviSection(diviText(text)))],
  ['Divi 5, modules', blocks(divi5, (data: Divi5) => data.content.innerContent.desktop.value, divi5Section)],
  ['WPBakery, texts', each((text) => `[vc_column_text css=".a{}"]${text}[/vc_column_text]`, wpbakeryRow)],
  ['WPBakery, rows', each((text) => wpbakeryRow(`[vc_column_text]<p>${text}</p>[/vc_column_text]`))],
  [
    'WPBakery, raw HTML',
    between(
      '[vc_row][vc_raw_html]',
      inBase64(inPercent(each((text) => `<p>${text}</p>`))),
      '[/vc_raw_html][/vc_row]',
    ),
  ],
  [
    'Avada, texts',
    each((text) => `[fusion_text columns="" rule_style="default"]${text}[/fusion_text]`, avada),
  ],
  [
    'Elementor, widgets',
    json((texts) => [elementorSection(elementorColumn(...texts.map(editor)))], toSlashed),
    '_elementor_data',
  ],
  [
    'Elementor, headings',
    json((texts) => [element('container', ...texts.map(heading)), SPACER], toIndented),
    '_elementor_data',
  ],
  [
    'Elementor, columns',
    json(
      (texts) => [SPACER, elementorSection(...texts.map((text) => elementorColumn(heading(text))))],
      toSlashed,
    ),
    '_elementor_data',
  ],
  [
    'Elementor, sections',
    json((texts) => texts.map((text) => elementorSection(elementorColumn(editor(text)))), toSlashed),
    '_elementor_data',
  ],
  [
    'Elementor, between sections',
    json(
      (texts) => [
        SPACER,
        ...texts.map((text) => element('container', element('container', editor(text)))),
        SPACER,
      ],
      toSlashed,
    ),
    '_elementor_data',
  ],
  [
    'Elementor, list of icons',
    json(
      (texts) => [
        elementorSection(
          elementorColumn(
            widget(
              {
                icon_list: texts.map((text) => ({
                  text,
                  selected_icon: { value: 'fas fa-check', library: 'fa-solid' },
                  _id: 'a1',
                })),
              },
              'icon-list',
            ),
          ),
        ),
      ],
      toSlashed,
    ),
    '_elementor_data',
  ],
  [
    'Elementor, serialized',
    serialized(json((texts) => [elementorSection(elementorColumn(...texts.map(editor)))], toSlashed)),
    'elementor_copy',
  ],
  [
    'Oxygen',
    json((texts) => ({
      id: 0,
      name: 'root',
      children: texts.map((text, index) => ({
        id: index + 1,
        name: 'ct_text_block',
        options: { ct_id: index + 1, nicename: 'Text (#1)', ct_content: `<p>${text}</p>` },
        children: [],
      })),
    })),
    'ct_builder_json',
  ],
  [
    'Breakdance',
    nestedJson(
      json((texts) => ({
        root: {
          id: 1,
          data: { type: 'root' },
          children: texts.map((text, index) => ({
            id: index + 2,
            data: {
              type: 'EssentialElements\\Text',
              properties: { content: { content: { text: `<p>${text}</p>` } } },
            },
            children: [],
          })),
        },
      })),
    ),
    '_breakdance_data',
  ],
  [
    'Brizy',
    serialized(
      inBase64(
        json((texts) => ({
          items: texts.map((text) => ({
            type: 'Section',
            value: { items: [{ type: 'RichText', value: { text: `<p class="brz">${text}</p>` } }] },
          })),
        })),
      ),
    ),
    'brizy',
  ],
];

/** Texts in modules of their own. */
export const MODULE_LISTS: readonly ModuleList[] = LISTS.map(([name, { write, read }, key]) => ({
  name,
  write: (texts) =>
    key === undefined
      ? { content: write(texts) }
      : { content: '<p>[geo_city]</p>', metas: [[key, write(texts)]] },
  read: (page) => read(key === undefined ? (page.fields['content:encoded'] ?? '') : getMeta(page, key)),
}));

const phpModules = (texts: readonly string[]) =>
  `a:${texts.length}:{${texts.map((text, index) => `i:${index};O:8:"stdClass":1:{${serialize('text')}${serialize(text)}}`).join('')}}`;

/** Modules that can't be left out. */
export const FIXED_LISTS: readonly (readonly [name: string, spec: (texts: readonly string[]) => SeedSpec])[] =
  [
    ['Beaver Builder', (texts) => ({ metas: [['_fl_builder_data', phpModules(texts)]] })],
    ['Bricks', (texts) => ({ metas: [['_bricks_page_content_2', phpModules(texts)]] })],
    ['SiteOrigin', (texts) => ({ metas: [['panels_data', phpModules(texts)]] })],
    [
      'WPBakery, raw HTML in several elements',
      (texts) => ({
        content: texts.map((text) => `[vc_raw_html]${toBase64(rawUrlEncode(text))}[/vc_raw_html]`).join(''),
      }),
    ],
  ];
