/** Seeds of platforms that tests can't import into, and the positions of the texts in their files. */
import Papa from 'papaparse';
import { CLASSIC_HTML, CLASSIC_TEXTS, escapeHtml, SIGN, TITLE, writeWxr } from './seeds.ts';
import { INLINE, SPANS } from './sheet.ts';

/**
 * `plain`: the text itself; `html`: paragraphs, items, attributes and scripts; `short`: one line of HTML; `rich`: text
 * nodes of Wix; `…-twice`: Node Export decodes a value once more.
 */
type Kind = 'plain' | 'html' | 'short' | 'rich' | 'plain-twice' | 'html-twice';

export interface FileSeed {
  name: string;
  type: 'drupal' | 'hubspot' | 'wix' | 'webflow';
  extension: 'xml' | 'csv';
  text: string;
  /** Suffix of the files to read, if it isn't the extension of the seed. */
  suffix?: string;
  /** Path of the records in XML. */
  records: string;
  /** Path or column of a field that ends with the row's slug. */
  slug: string;
  fields: readonly (readonly [path: string, kind: Kind])[];
  texts: readonly string[];
}

const title = SIGN + TITLE;
const note = SIGN + (INLINE[1] ?? '');
const label = SIGN + (INLINE[2] ?? '');
const attribute = SIGN + (INLINE[3] ?? '');
const cdata = (html: string) => `<![CDATA[${html}]]>`;
const xml = escapeHtml;

const ALL = [title, ...CLASSIC_TEXTS, note];
const drupal = (
  name: string,
  seed: Omit<FileSeed, 'name' | 'type' | 'extension' | 'texts'> & { texts?: readonly string[] },
): FileSeed => ({
  texts: ALL,
  ...seed,
  name: `drupal-${name}`,
  type: 'drupal',
  extension: 'xml',
});
const TITLE_BODY_NOTE = [
  ['title', 'plain'],
  ['body', 'html'],
  ['note', 'plain'],
] as const;

/** Values of a multiple field; each has one part of a construct. */
const VALUES = SPANS.flatMap((parts) => [SIGN, ...parts]);

const rich = {
  nodes: [...INLINE.map((text) => SIGN + text), ...VALUES].map((text, index) => ({
    type: 'PARAGRAPH',
    id: `p${index}`,
    nodes: [{ type: 'TEXT', id: '', nodes: [], textData: { text, decorations: [] } }],
  })),
  metadata: { version: 1 },
};

export const FILE_SEEDS: readonly FileSeed[] = [
  drupal('feeds', {
    text: `<?xml version="1.0"?><root><item><guid>1</guid><town>[geo_url]</town><title alt="${xml(attribute)}">${xml(title)}</title><body>${cdata(CLASSIC_HTML)}</body><note>${xml(note)}</note>${VALUES.map((text) => `<tag>${xml(text)}</tag>`).join('')}</item></root>`,
    records: '/root/item',
    slug: 'town',
    fields: [...TITLE_BODY_NOTE, ['title/@alt', 'plain'], ['tag', 'plain']],
    texts: [...ALL, attribute, ...SPANS.map((parts) => SIGN + parts.join(''))],
  }),
  drupal('views', {
    text: `<?xml version="1.0" encoding="UTF-8"?>\n<response><item key="0"><title>${xml(title)}</title><uuid>0f0c2f0e-4b7a-4d0c-9a53-1f0b7c6f2d11</uuid><path>/[geo_url]</path><body>${cdata(CLASSIC_HTML)}</body><note>${xml(note)}</note></item></response>`,
    records: '/response/item',
    slug: 'path',
    fields: TITLE_BODY_NOTE,
  }),
  drupal('entity', {
    text: `<?xml version="1.0"?>\n<response><nid><value>7</value></nid><uuid><value>0f0c2f0e-4b7a-4d0c-9a53-1f0b7c6f2d11</value></uuid><type><target_id>page</target_id></type><title><value>${xml(title)}</value></title><status><value>1</value></status><path><alias>/[geo_url]</alias><pid>53</pid><langcode>en</langcode></path><body><value>${cdata(CLASSIC_HTML)}</value><format>full_html</format><processed>${cdata(CLASSIC_HTML)}</processed><summary>${xml(note)}</summary></body>${VALUES.map((text) => `<field_tag><value>${xml(text)}</value></field_tag>`).join('')}</response>`,
    records: '/response/item',
    slug: 'path/alias',
    fields: [
      ['title/value', 'plain'],
      ['body/value', 'html'],
      ['body/summary', 'plain'],
      ['body/processed', 'html'],
      ['field_tag/value', 'plain'],
    ],
    texts: [...ALL, ...CLASSIC_TEXTS, ...SPANS.map((parts) => SIGN + parts.join(''))],
  }),
  drupal('migrate', {
    text: `<?xml version="1.0" encoding="UTF-8"?>\n<data><config><name>Towns</name></config><geo_page><unique_id>1</unique_id><town>[geo_url]</town><title>${xml(title)}</title><details><body>${cdata(CLASSIC_HTML)}</body><note>${xml(note)}</note></details></geo_page></data>`,
    records: '/data/geo_page',
    slug: 'town',
    fields: [
      ['title', 'plain'],
      ['details/body', 'html'],
      ['details/note', 'plain'],
    ],
  }),
  drupal('d7-views', {
    text: `<?xml version="1.0" encoding="UTF-8" ?>\n<nodes><node><Title>${xml(title)}</Title><Nid>12</Nid><Path>[geo_url]</Path><Body>${xml(CLASSIC_HTML)}</Body><Note>${xml(note)}</Note></node></nodes>`,
    records: '/nodes/node',
    slug: 'Path',
    fields: [
      ['Title', 'plain'],
      ['Body', 'html'],
      ['Note', 'plain'],
    ],
  }),
  drupal('node-export', {
    text: `<?xml version="1.0" encoding="utf-8"?>\n<node_export created="Mon, 02 Jun 2025 08:00:00 +0000"><node><vid>9</vid><uid>1</uid><title>${xml(title)}</title><status>1</status><nid>7</nid><type>page</type><uuid>0f0c2f0e-4b7a-4d0c-9a53-1f0b7c6f2d11</uuid><body><und _numeric_keys="1"><n0><value>${xml(CLASSIC_HTML)}</value><summary>${xml(note)}</summary><format>full_html</format></n0></und></body><path><alias>[geo_url]</alias><pid>53</pid></path></node></node_export>`,
    records: '/node_export/node',
    slug: 'path/alias',
    fields: [
      ['title', 'plain-twice'],
      ['body/und/n0/value', 'html-twice'],
      ['body/und/n0/summary', 'plain-twice'],
    ],
  }),
  drupal('rss', {
    text: `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>Lone Star</title><link>https://www.lonestar.example</link><item><title>${xml(title)}</title><link>https://www.lonestar.example/[geo_url]</link><guid isPermaLink="false">12 at https://www.lonestar.example</guid><description>${xml(CLASSIC_HTML)}</description></item></channel></rss>`,
    records: '/rss/channel/item',
    slug: 'link',
    fields: [
      ['title', 'plain'],
      ['description', 'html'],
    ],
    texts: [title, ...CLASSIC_TEXTS],
  }),
  {
    name: 'hubspot',
    type: 'hubspot',
    extension: 'xml',
    text: writeWxr({ name: 'town', content: CLASSIC_HTML, texts: [] }, 'post').replace(
      '<excerpt:encoded></excerpt:encoded>',
      () => `<excerpt:encoded>${cdata(escapeHtml(note))}</excerpt:encoded>`,
    ),
    records: '/rss/channel/item',
    slug: 'link',
    fields: [
      ['title', 'short'],
      ['content:encoded', 'html'],
      ['excerpt:encoded', 'short'],
    ],
    texts: ALL,
  },
  {
    name: 'hubdb',
    type: 'hubspot',
    extension: 'xml',
    text: writeWxr({ name: 'town', content: CLASSIC_HTML, texts: [] }, 'post').replace(
      '<excerpt:encoded></excerpt:encoded>',
      () => `<excerpt:encoded>${cdata(escapeHtml(note))}</excerpt:encoded>`,
    ),
    suffix: '-hubdb.csv',
    records: '',
    slug: 'hs_path',
    fields: [
      ['hs_name', 'plain'],
      ['body', 'html'],
      ['meta_description', 'plain'],
    ],
    texts: ALL,
  },
  {
    name: 'wix',
    type: 'wix',
    extension: 'csv',
    text: Papa.unparse(
      [
        ['Title', 'Slug', 'Body', 'Rich content', 'Note', 'Label', 'ID'],
        [
          title,
          '[geo_url]',
          CLASSIC_HTML,
          JSON.stringify(rich),
          note,
          label,
          '7d1f0c5e-1111-4a2b-9c3d-0123456789ab',
        ],
      ],
      { quotes: true },
    ),
    records: '',
    slug: 'Slug',
    fields: [
      ['Title', 'plain'],
      ['Body', 'html'],
      ['Rich content', 'rich'],
      ['Note', 'plain'],
      ['Label', 'plain'],
    ],
    texts: [
      title,
      ...CLASSIC_TEXTS,
      ...INLINE.map((text) => SIGN + text),
      ...SPANS.map((parts) => SIGN + parts.join('')),
      note,
      label,
    ],
  },
  {
    name: 'webflow',
    type: 'webflow',
    extension: 'csv',
    text: Papa.unparse([
      [
        'Name',
        'Slug',
        'Collection ID',
        'Locale ID',
        'Item ID',
        'Archived',
        'Draft',
        'Created On',
        'Updated On',
        'Published On',
        'Body',
        'Note',
      ],
      [
        title,
        '[geo_url]',
        '6967016d9d17a49b8ea0d48d',
        '',
        '697be0a43a0db36a1c9199d8',
        'false',
        'false',
        '',
        '',
        '',
        CLASSIC_HTML,
        note,
      ],
    ]),
    records: '',
    slug: 'Slug',
    fields: [
      ['Name', 'plain'],
      ['Body', 'html'],
      ['Note', 'plain'],
    ],
    texts: ALL,
  },
];
