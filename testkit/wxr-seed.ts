/**
 * Makes small WordPress exports and sheets for tests, builds their pages as for a user, and reads them back with
 * an XML parser.
 */
import {
  buildFiles,
  combineReadings,
  type ColumnChoices,
  createTableReader,
  layoutParts,
  planPages,
  prepareProject,
  readCells,
  readSeed,
  type FormedLink,
  type Layout,
  type HeldPages,
  type PageImage,
  type Problem,
  type Schedule,
  type KnownTown,
  type ScheduledDates,
  type Table,
} from '#engine';
import type { Places } from '#engine/places/places.ts';
import { type ReadPage, readPages } from './wxr-pages.ts';

export interface TermSpec {
  name: string;
  domain?: string;
  nicename?: string;
}

/** Decoded texts; a field that is `null` is omitted. */
export interface ItemSpec {
  title?: string | null;
  link?: string | null;
  guid?: string | null;
  content?: string | null;
  excerpt?: string | null;
  creator?: string | null;
  id?: number | null;
  parent?: number | null;
  date?: string | null;
  gmt?: string | null;
  slug?: string | null;
  status?: string | null;
  type?: string | null;
  terms?: readonly TermSpec[];
  metas?: readonly (readonly [key: string, value: string])[];
  /** Raw XML at the end of the item. */
  extra?: string;
  /** `cdata` as in WordPress; `escaped` uses character references. */
  style?: 'cdata' | 'escaped';
}

export interface SeedSpec extends ItemSpec {
  /** Items before the pattern. */
  before?: readonly ItemSpec[];
  /** Items after the pattern. */
  behind?: readonly ItemSpec[];
  site?: string;
  pubDate?: string;
  version?: string;
  /** Raw XML in the channel, before the items. */
  channel?: string;
}

const NAMESPACES = [
  'xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"',
  'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
  'xmlns:wfw="http://wellformedweb.org/CommentAPI/"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:wp="http://wordpress.org/export/1.2/"',
].join(' ');

const REFERENCES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/** Escapes a text for XML text and attributes. */
export function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"\r]/g, (found) => REFERENCES[found] ?? found);
}

/** Wraps a text in CDATA; `]]>` is split as in WordPress. */
function cdata(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

/** Writes an `<item>`; by default an ordinary published page. */
function wxrItem(spec: ItemSpec = {}): string {
  const wrap = spec.style === 'escaped' ? escapeXml : cdata;
  const leaf = (name: string, text: string | null | undefined, ordinary: string): string => {
    const content = text === undefined ? ordinary : text;
    return content === null ? '' : `<${name}>${wrap(content)}</${name}>\n`;
  };
  const number = (name: string, value: number | null | undefined, ordinary: number): string =>
    value === null ? '' : `<${name}>${value ?? ordinary}</${name}>\n`;
  const { slug = 'plumber-geo_url', date = '2025-03-04 10:11:12' } = spec;
  const terms = (spec.terms ?? []).map(
    ({ domain = 'category', nicename = 'term', name }) =>
      `<category domain="${domain}" nicename="${escapeXml(nicename)}">${wrap(name)}</category>\n`,
  );
  const metas = (spec.metas ?? []).map(
    ([key, value]) =>
      `<wp:postmeta>\n<wp:meta_key>${wrap(key)}</wp:meta_key>\n<wp:meta_value>${wrap(value)}</wp:meta_value>\n</wp:postmeta>\n`,
  );
  const link = spec.link === undefined ? `https://site.example/${slug ?? ''}/` : spec.link;
  const guid = spec.guid === undefined ? `https://site.example/?page_id=${spec.id ?? 40}` : spec.guid;
  return [
    '<item>\n',
    leaf('title', spec.title, 'Plumber in [geo_city]'),
    link === null ? '' : `<link>${escapeXml(link)}</link>\n`,
    '<pubDate>Tue, 04 Mar 2025 10:11:12 +0000</pubDate>\n',
    leaf('dc:creator', spec.creator, 'jane'),
    guid === null ? '' : `<guid isPermaLink="false">${escapeXml(guid)}</guid>\n`,
    '<description></description>\n',
    leaf('content:encoded', spec.content, '<p>Hello</p>'),
    leaf('excerpt:encoded', spec.excerpt, ''),
    number('wp:post_id', spec.id, 40),
    leaf('wp:post_date', date, ''),
    leaf('wp:post_date_gmt', spec.gmt === undefined ? date : spec.gmt, ''),
    leaf('wp:comment_status', undefined, 'closed'),
    leaf('wp:ping_status', undefined, 'closed'),
    leaf('wp:post_name', slug, ''),
    leaf('wp:status', spec.status, 'publish'),
    number('wp:post_parent', spec.parent, 0),
    '<wp:menu_order>0</wp:menu_order>\n',
    leaf('wp:post_type', spec.type, 'page'),
    leaf('wp:post_password', undefined, ''),
    '<wp:is_sticky>0</wp:is_sticky>\n',
    ...terms,
    ...metas,
    spec.extra ?? '',
    '</item>',
  ].join('');
}

/** Writes an export: the pattern and its neighbors. */
export function wxrText(spec: SeedSpec = {}): string {
  const { site = 'https://site.example', version = '1.2', before = [], behind = [] } = spec;
  return [
    '<?xml version="1.0" encoding="UTF-8" ?>\n',
    `<rss version="2.0" ${NAMESPACES}>\n<channel>\n<title>Site</title>\n<link>${site}</link>\n`,
    `<pubDate>${spec.pubDate ?? 'Fri, 06 Jun 2025 08:00:00 +0000'}</pubDate>\n<language>en-US</language>\n`,
    `<wp:wxr_version>${version}</wp:wxr_version>\n`,
    `<wp:base_site_url>${site}</wp:base_site_url>\n<wp:base_blog_url>${site}</wp:base_blog_url>\n`,
    '<wp:author><wp:author_id>1</wp:author_id><wp:author_login><![CDATA[jane]]></wp:author_login></wp:author>\n',
    spec.channel ?? '',
    [...before, spec, ...behind].map((item) => wxrItem(item)).join('\n'),
    '\n</channel>\n</rss>\n',
  ].join('');
}

/** Writes an export as bytes. */
export function wxrSeed(spec: SeedSpec = {}): Uint8Array {
  return new TextEncoder().encode(wxrText(spec));
}

/** Writes CSV with each cell in quotes. */
export function toCsv(rows: readonly (readonly string[])[]): Uint8Array {
  const quote = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
  return new TextEncoder().encode(rows.map((row) => `${row.map(quote).join(',')}\r\n`).join(''));
}

export interface BuildOptions {
  key?: string;
  site?: string;
  footer?: string;
  keep?: readonly string[];
  columns?: ColumnChoices;
  page?: string;
  places?: () => Places;
  images?: readonly PageImage[];
  schedule?: Schedule;
  scheduledDates?: ScheduledDates;
  knownTowns?: readonly KnownTown[];
  held?: readonly HeldPages[];
  split?: { bytes: number; pages: number } | null;
  /** A second list, each row of which is combined with each of the rows: a header and rows. */
  combined?: readonly (readonly string[])[];
  /** Reads the rows as CSV in chunks of this many bytes; by default as cells. */
  chunk?: number;
}

export interface Built {
  pages: ReadPage[];
  files: { name: string; bytes: Uint8Array }[];
  links: FormedLink[];
  /** Problems of seed, sheet, project, plan and layout, in this order. */
  problems: Problem[];
  layout: Layout;
}

/** A header and rows, or CSV. */
export type SheetRows = string | readonly (readonly string[])[];

/** Reads rows as cells, or as CSV in chunks. @throws if the sheet is rejected */
export function readRows(rows: SheetRows, chunk?: number): { table: Table; problems: Problem[] } {
  const isCells = typeof rows !== 'string' && chunk === undefined;
  const reading = isCells ? readCells(rows, { file: 'rows.xlsx' }) : readCsv(rows, chunk);
  if (!reading.table) throw new Error(`no table: ${JSON.stringify(reading.problems)}`);
  return { table: reading.table, problems: reading.problems };
}

function combineRows(
  first: ReturnType<typeof readRows>,
  rows: readonly (readonly string[])[],
): ReturnType<typeof readRows> {
  const { table, problems } = combineReadings(first, readCells(rows, { file: 'services.xlsx' }));
  if (!table) throw new Error(`no table: ${JSON.stringify(problems)}`);
  return { table, problems };
}

function readCsv(rows: SheetRows, chunk = 1 << 16): ReturnType<typeof readCells> {
  const bytes = typeof rows === 'string' ? new TextEncoder().encode(rows) : toCsv(rows);
  const reader = createTableReader({ file: 'rows.csv' });
  for (let at = 0; at < bytes.length; at += chunk) reader.push(bytes.subarray(at, at + chunk));
  return reader.end();
}

/** Builds the files from seed and rows. @throws if the seed or the sheet is rejected */
export function build(seed: Uint8Array, rows: SheetRows, options: BuildOptions = {}): Built {
  const { key = 'test', split = null, chunk, combined, ...rest } = options;
  const seedReading = readSeed(seed, 'seed.xml');
  if (!seedReading.seed) throw new Error(`no seed: ${JSON.stringify(seedReading.problems)}`);
  const { table, problems } = combined ? combineRows(readRows(rows, chunk), combined) : readRows(rows, chunk);
  const prepared = prepareProject({ seed: seedReading.seed, table, key, ...rest });
  if (!prepared.project) throw new Error(`no project: ${JSON.stringify(prepared.problems)}`);
  const plan = planPages(prepared.project);
  const layout = layoutParts(plan, { name: 'pages', split });
  const { files, links } = collectFiles(layout);
  return {
    files,
    links,
    layout,
    pages: files.flatMap((file) => readPages(file.bytes)).filter((page) => isOfPlan(page, layout)),
    problems: [
      ...seedReading.problems,
      ...problems,
      ...prepared.problems,
      ...plan.problems,
      ...layout.problems,
    ],
  };
}

/** Returns false for records that are included unchanged. */
function isOfPlan(page: ReadPage, layout: Layout): boolean {
  return Number(page.fields['wp:post_id']) >= layout.plan.project.firstId;
}

/** Builds all files of a layout. */
export function collectFiles(layout: Layout): Pick<Built, 'files' | 'links'> {
  const files: Built['files'] = [];
  const links: FormedLink[] = [];
  let chunks: Uint8Array[] = [];
  for (const event of buildFiles(layout)) {
    if (event.type === 'file-start') chunks = [];
    else if (event.type === 'bytes') chunks.push(event.bytes.slice());
    else if (event.type === 'link') {
      const { row, html, url, label } = event;
      links.push({ row, html, url, label });
    } else files.push({ name: event.name, bytes: joinChunks(chunks) });
  }
  // parts first, as they are imported
  const { length } = layout.extras;
  return { files: [...files.slice(length), ...files.slice(0, length)], links };
}

function joinChunks(chunks: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}
