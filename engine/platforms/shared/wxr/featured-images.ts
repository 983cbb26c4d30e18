/**
 * The project's images as featured images: media items in the parts, and a `_thumbnail_id` that names them in
 * turn. The importer fetches each once and maps its ID.
 */
import { xmlEncoders } from '../../../encoding/xml/encode-xml.ts';
import { comparePieces, type Piece } from '../../../encoding/piece.ts';
import { formatMysqlDate, formatRssDate } from '../../../render/calendar.ts';
import { getDateOffset, uuidV5 } from '../../../render/identity.ts';
import { cleanAlt, type PageImage } from '../../../sheet/image-columns.ts';
import type { Value } from '../../../language/value.ts';
import { replaceLeaf, writeCdata } from '../xml/leaf.ts';
import { isThumbnail, type WxrPattern } from './pattern.ts';
import type { SeedItem, WxrSeed } from './seed.ts';
import type { CopyPlace, StaticRecord } from './static-records.ts';

interface FeaturedOptions {
  /** UUID of the project. */
  key: string;
  /** Seconds since 1970; local time is `date + localOffset`. */
  dateBase: number;
  localOffset: number;
  hasGmt: boolean;
  /** First ID of the items. */
  firstId: number;
}

export interface FeaturedImages {
  /** Media items of the parts. */
  records: StaticRecord[];
  /** ID of the image for the row. */
  thumbnail: Value;
}

/** Date that the importer computes itself. */
export const NO_DATE = '0000-00-00 00:00:00';
/** Fields that an export has only if it declares their namespaces. */
const OPTIONAL = ['content:encoded', 'excerpt:encoded'];

const leaf = (name: string, text: string) => `\t\t<${name}>${writeCdata(text)}</${name}>\n`;
const writeMeta = (key: string, value: string) =>
  `\t\t<wp:postmeta>\n\t${leaf('wp:meta_key', key)}\t${leaf('wp:meta_value', value)}\t\t</wp:postmeta>\n`;

function writeItem(
  { url, alt, id, second, isCopy = false }: PageImage & CopyPlace & { isCopy?: boolean },
  pattern: SeedItem,
  options: FeaturedOptions,
) {
  const { key, localOffset, hasGmt } = options;
  // brackets of a file name aren't placeholders
  const title = cleanAlt(alt).replaceAll('[', '(').replaceAll(']', ')') || 'Image';
  const date = formatMysqlDate(second + localOffset);
  const author = pattern.fields.get('dc:creator')?.text ?? '';
  // if rows choose the author, images have none
  const creator = author.includes('[') ? '' : author;
  const suffix = isCopy ? String(id) : '';
  const slug = `image-${uuidV5(key, url).slice(0, 8)}${suffix && `-${suffix}`}`;
  const optional = OPTIONAL.filter((name) => pattern.element.children.some((child) => child.name === name));
  const stub = [
    '<item>\n',
    leaf('title', title),
    leaf('link', url),
    `\t\t<pubDate>${formatRssDate(second)}</pubDate>\n`,
    leaf('dc:creator', creator),
    `\t\t<guid isPermaLink="false">${writeCdata(url + (suffix && `#${suffix}`))}</guid>\n`,
    '\t\t<description></description>\n',
    ...optional.map((name) => leaf(name, '')),
    `\t\t<wp:post_id>${id}</wp:post_id>\n`,
    leaf('wp:post_date', date),
    leaf('wp:post_date_gmt', hasGmt ? formatMysqlDate(second) : NO_DATE),
    leaf('wp:comment_status', 'closed'),
    leaf('wp:ping_status', 'closed'),
    leaf('wp:post_name', slug),
    leaf('wp:status', 'inherit'),
    '\t\t<wp:post_parent>0</wp:post_parent>\n',
    '\t\t<wp:menu_order>0</wp:menu_order>\n',
    leaf('wp:post_type', 'attachment'),
    leaf('wp:post_password', ''),
    '\t\t<wp:is_sticky>0</wp:is_sticky>\n',
    leaf('wp:attachment_url', url),
  ].join('');
  const { element } = pattern;
  const fields = new Map(
    [
      ['wp:post_date', date],
      ['dc:creator', creator],
      ['wp:attachment_url', url],
    ].map(([name = '', text = '']) => [name, { element, text }]),
  );
  const item: SeedItem = { element, fields, metas: [], id, parent: 0, type: 'attachment', title };
  const whole = `${stub}${writeMeta('_wp_attachment_image_alt', title)}\t</item>`;
  return { item, title, whole, stub: `${stub}\t</item>` };
}

function makeRecord(image: PageImage & CopyPlace, pattern: SeedItem, options: FeaturedOptions): StaticRecord {
  const writeCopy = (place: CopyPlace) =>
    writeItem({ ...image, ...place, isCopy: true }, pattern, options).whole;
  return { ...writeItem(image, pattern, options), isOfRows: true, writeCopy };
}

/** Creates the items; dates and slugs depend only on the URLs, so that each run gives the same. */
export function createFeaturedImages(
  images: readonly PageImage[],
  pattern: SeedItem,
  options: FeaturedOptions,
): FeaturedImages {
  // the same image twice is one item
  const byUrl = new Map(images.map((image) => [image.url, image]));
  const taken = new Set<number>();
  const records = [...byUrl.values()].map((image, index) => {
    let second = options.dateBase - getDateOffset(image.url);
    while (taken.has(second)) second -= 1;
    taken.add(second);
    return makeRecord({ ...image, id: options.firstId + index, second }, pattern, options);
  });
  const ids = new Map([...byUrl.keys()].map((url, index) => [url, String(options.firstId + index)]));
  const texts = images.map(({ url }) => ids.get(url) ?? '');
  return { records, thumbnail: { source: { kind: 'in-turn', texts }, filters: [], isHtml: false } };
}

/** Replaces the featured image of the pattern. */
export function setThumbnail({ text }: WxrSeed, pattern: WxrPattern, value: Value): WxrPattern {
  const own = pattern.item.metas.filter(isThumbnail);
  const at = pattern.item.element.contentEnd;
  const insert = (written: string): Piece => ({ kind: 'rewrite', start: at, end: at, text: written });
  const id: Piece = { kind: 'hole', start: at, end: at, value, encoders: [xmlEncoders.cdata], text: '' };
  const added =
    own.length > 0
      ? own.flatMap((meta) => replaceLeaf(text, meta.value.element, value))
      : [
          insert(
            `<wp:postmeta><wp:meta_key>${writeCdata('_thumbnail_id')}</wp:meta_key><wp:meta_value><![CDATA[`,
          ),
          id,
          insert(']]></wp:meta_value></wp:postmeta>'),
        ];
  const all = [
    ...pattern.pieces.map((piece, index) => ({ piece, name: pattern.leaves[index] ?? '' })),
    ...added.map((piece) => ({ piece, name: 'meta _thumbnail_id' })),
  ].sort((a, b) => comparePieces(a.piece, b.piece));
  return { ...pattern, pieces: all.map(({ piece }) => piece), leaves: all.map(({ name }) => name) };
}
