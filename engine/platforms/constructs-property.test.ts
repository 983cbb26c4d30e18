/**
 * Random constructs in the places of each platform, filled by the engine and read by independent decoders, must equal
 * the text that a naive interpreter gives.
 */
import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import type { PlatformId } from '#engine';
import { cases } from '#testkit/cases.ts';
import { getOnlyCss } from '#testkit/decoders/css.ts';
import { decodeReferences, getTagText, readHtmlAttribute } from '#testkit/decoders/html.ts';
import { evaluateScript } from '#testkit/decoders/script.ts';
import { readShortcodeAttributes } from '#testkit/decoders/wordpress.ts';
import { buildFormat, listFaultCodes } from '#testkit/format-build.ts';
import { toBase64 } from '#testkit/text-encodings.ts';
import { getMeta, type ReadPage, readPages } from '#testkit/wxr-pages.ts';
import { escapeXml, wxrText } from '#testkit/wxr-seed.ts';
import {
  type Node,
  ROWS,
  type Row,
  bind,
  interpret,
  nodes,
  row,
  write,
} from '../render/construct-trees-fixture.ts';

type Texts = readonly string[];

/** Places of texts in the seed of a platform. */
interface Places {
  name: string;
  format: PlatformId;
  count: number;
  write: (texts: Texts) => string;
  /** Lists the texts of each page, in the order in which they were written. */
  read: (file: string) => string[][];
}

const at = (texts: Texts, index: number): string => texts[index] ?? '';
const match = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? '';
const readContent = ({ fields }: ReadPage): string => fields['content:encoded'] ?? '';
const readWxr = (file: string, read: (page: ReadPage) => string[]): string[][] =>
  readPages(new TextEncoder().encode(file)).map(read);
const heading = (text: string): string => `<h4>${escapeXml(text)}</h4>`;
const picture = (text: string): string => `<img src="/a.png" alt="${escapeXml(text)}">`;
const readPicture = (html: string): string => readHtmlAttribute(html, 'img', 'alt') ?? '';
const jsonLd = (text: string): string =>
  `<script type="application/ld+json">{"d":${JSON.stringify(text)}}</script>`;
const readJsonLd = (html: string): string =>
  (JSON.parse(match(html, /ld\+json">([^]*?)<\/script>/)) as { d: string }).d;

/** Places in code of a page. */
const CODE: Places = {
  name: 'scripts and styles',
  format: 'wordpress',
  count: 4,
  write: (texts) =>
    wxrText({
      slug: 'geo_url',
      content: `<p>[geo_city]</p>${jsonLd(at(texts, 0))}<script>show(${JSON.stringify(at(texts, 1))});</script><style>.a::before { content: "${at(texts, 2).replaceAll('"', String.raw`\22 `)}" }</style><b onclick="show('${escapeXml(at(texts, 3).replaceAll("'", String.raw`\'`))}')">x</b>`,
    }),
  read: (file) =>
    readWxr(file, (page) => {
      const html = readContent(page);
      return [
        readJsonLd(html),
        String(evaluateScript(match(html, /<script>([^]*?)<\/script>/))[0]),
        getOnlyCss(match(html, /<style>([^]*?)<\/style>/), 'string'),
        String(evaluateScript(readHtmlAttribute(html, 'b', 'onclick') ?? '')[0]),
      ];
    }),
};

/** Divi and WPBakery write brackets and quotes of an attribute with signs of their own. */
const toDivi = (text: string) => text.replaceAll('"', '%22').replaceAll('[', '%91').replaceAll(']', '%93');
const toWpbakery = (text: string) => text.replaceAll('"', '``').replaceAll('[', '`{`').replaceAll(']', '`}`');
const BUILDERS: Places = {
  name: 'page builders',
  format: 'wordpress',
  count: 6,
  write: (texts) =>
    wxrText({
      slug: 'geo_url',
      content: `[geo_city][et_pb_blurb title="${toDivi(at(texts, 0))}"][vc_custom_heading text="${toWpbakery(at(texts, 1))}"][vc_raw_html]${toBase64(encodeURIComponent(heading(at(texts, 2))))}[/vc_raw_html][acme t="${escapeXml(at(texts, 3))}"]`,
      metas: [
        ['_elementor_data', JSON.stringify([{ elType: 'widget', settings: { title: at(texts, 4) } }])],
        ['blocks', JSON.stringify({ html: heading(at(texts, 5)) }).replaceAll('/', String.raw`\/`)],
      ],
    }),
  read: (file) =>
    readWxr(file, (page) => {
      const content = readContent(page);
      const raw = match(content, /\[vc_raw_html\](.*?)\[/);
      const [widget] = JSON.parse(getMeta(page, '_elementor_data')) as [{ settings: { title: string } }];
      const divi = match(content, /et_pb_blurb title="([^"]*)"/)
        .replaceAll('%22', '"')
        .replaceAll('%91', '[')
        .replaceAll('%93', ']')
        .replaceAll('%92', '\\');
      const wpbakery = match(content, /vc_custom_heading text="([^"]*)"/)
        .replaceAll('`{`', '[')
        .replaceAll('`}`', ']')
        .replaceAll('``', '"');
      return [
        decodeReferences(divi),
        decodeReferences(wpbakery),
        getTagText(decodeURIComponent(Buffer.from(raw, 'base64').toString()), 'h4'),
        readShortcodeAttributes(content, 'acme')['t'] ?? '',
        decodeReferences(widget.settings.title),
        getTagText((JSON.parse(getMeta(page, 'blocks')) as { html: string }).html, 'h4'),
      ];
    }),
};

/** Text of an XML element: CDATA as it is, references decoded. */
const readXml = (xml: string): string =>
  xml.replaceAll(
    /<!\[CDATA\[([^]*?)\]\]>|([^<]+)/g,
    (_all, data?: string, text = '') => data ?? decodeReferences(text),
  );
const DRUPAL: Places = {
  name: 'fields of Drupal',
  format: 'drupal',
  count: 4,
  write: (texts) =>
    `<root><item><guid>1</guid><path>/[geo_url]</path><title>[geo_city]</title><label alt="${escapeXml(at(texts, 0))}">${escapeXml(at(texts, 1))}</label><body><![CDATA[<p>[geo_city]</p>${heading(at(texts, 2))}]]></body><note>${escapeXml(heading(at(texts, 3)))}</note></item></root>`,
  read: (file) =>
    file
      .split('<item>')
      .slice(1)
      .map((item) => [
        decodeReferences(match(item, /<label alt="([^"]*)"/)),
        readXml(match(item, /<label [^>]*>([^]*?)<\/label>/)),
        getTagText(readXml(match(item, /<body>([^]*?)<\/body>/)), 'h4'),
        getTagText(readXml(match(item, /<note>([^]*?)<\/note>/)), 'h4'),
      ]),
};

/** `htmlspecialchars_decode()` of PHP. */
const unescapeOnce = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
const NODE_EXPORT: Places = {
  name: 'Node Export, which decodes twice',
  format: 'drupal',
  count: 2,
  write: (texts) =>
    `<node_export><node><title>[geo_city]</title><nid>7</nid><type>page</type><uuid>1</uuid><body><und _numeric_keys="1"><n0><value>${escapeXml(heading(at(texts, 1)))}</value><summary>${escapeXml(at(texts, 0))}</summary></n0></und></body><path><alias>[geo_url]</alias></path></node></node_export>`,
  read: (file) =>
    file
      .split('<node>')
      .slice(1)
      .map((node) => [
        unescapeOnce(readXml(match(node, /<summary>([^]*?)<\/summary>/))),
        getTagText(unescapeOnce(readXml(match(node, /<value>([^]*?)<\/value>/))), 'h4'),
      ]),
};

const HUBSPOT: Places = {
  name: 'posts of HubSpot',
  format: 'hubspot',
  count: 5,
  write: (texts) =>
    wxrText({
      type: 'post',
      slug: 'geo_url',
      title: at(texts, 0),
      excerpt: at(texts, 1),
      content: `<p>[geo_city]</p>${heading(at(texts, 2))}${picture(at(texts, 3))}${jsonLd(at(texts, 4))}`,
    }),
  read: (file) =>
    readWxr(file, (page) => {
      const html = readContent(page);
      const [title, excerpt] = [page.fields['title'] ?? '', page.fields['excerpt:encoded'] ?? ''];
      return [
        decodeReferences(title),
        decodeReferences(excerpt),
        getTagText(html, 'h4'),
        readPicture(html),
        readJsonLd(html),
      ];
    }),
};

interface RichText {
  nodes: { textData: { text: string } }[];
}
const readCsv = (file: string): Record<string, string>[] =>
  Papa.parse<Record<string, string>>(file, { header: true, skipEmptyLines: true }).data;
const WIX: Places = {
  name: 'cells of Wix',
  format: 'wix',
  count: 4,
  write: (texts) =>
    Papa.unparse([
      ['ID', 'Title', 'Slug', 'Note', 'Body', 'Rich'],
      [
        '1',
        '[geo_city]',
        '[geo_url]',
        at(texts, 0),
        heading(at(texts, 1)) + picture(at(texts, 2)),
        JSON.stringify({ nodes: [{ type: 'TEXT', textData: { text: at(texts, 3) } }] }),
      ],
    ]),
  read: (file) =>
    readCsv(file).map(({ Note = '', Body = '', Rich = '' }) => [
      Note,
      getTagText(Body, 'h4'),
      readPicture(Body),
      (JSON.parse(Rich) as RichText).nodes[0]?.textData.text ?? '',
    ]),
};
const WEBFLOW: Places = {
  name: 'cells of Webflow',
  format: 'webflow',
  count: 2,
  write: (texts) =>
    Papa.unparse([
      ['Name', 'Slug', 'Item ID', 'Note', 'Body'],
      ['[geo_city]', '[geo_url]', '2', at(texts, 0), heading(at(texts, 1))],
    ]),
  read: (file) => readCsv(file).map(({ Note = '', Body = '' }) => [Note, getTagText(Body, 'h4')]),
};

it.each([CODE, BUILDERS, DRUPAL, NODE_EXPORT, HUBSPOT, WIX, WEBFLOW])(
  'are filled like a naive interpreter fills them: $name',
  ({ format, count, write: writeSeed, read }) => {
    const frame = (list: Node[]) => `B:${write(bind(list))}:E`;
    const trees = fc.array(nodes, { minLength: count, maxLength: count });
    const sheet = fc.array(row, { minLength: ROWS, maxLength: ROWS });
    let texts = 0;
    fc.assert(
      fc.property(trees, sheet, (lists, cells) => {
        const rows = cells.map(
          (each, index): Row => ({ geo_city: `T${index}`, geo_url: `t${index}`, ...each }),
        );
        const header = Object.keys(rows[0] ?? {});
        const table = [header, ...rows.map((each) => header.map((name) => each[name] ?? ''))];
        const built = buildFormat(writeSeed(lists.map(frame)), table, {
          format,
          site: 'https://site.example',
        });
        expect(built.skipped).toBe(0);
        expect(listFaultCodes(built.audit().problems)).toEqual([]);
        const pages = read(built.text);
        expect(pages).toHaveLength(ROWS);
        pages.forEach((found, page) => {
          expect(found).toHaveLength(count);
          found.forEach((text, index) => {
            texts += 1;
            const pattern = interpret(bind(lists[index] ?? []), rows[page] ?? {});
            expect(text).toMatch(new RegExp(`^B:${pattern}:E$`, 'su'));
          });
        });
      }),
      { numRuns: cases(40) },
    );
    expect(texts).toBeGreaterThanOrEqual(cases(40) * ROWS * count);
  },
);
