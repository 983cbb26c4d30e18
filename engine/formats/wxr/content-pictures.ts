/**
 * Featured images that the content shows as well. Part 1 must bring them for the featured images of its pages,
 * but then the importer changes their URLs in the content of part 1 alone. The last of several parts brings a
 * second item of each, which is fetched when all pages exist (measured with the official importer 0.9.5).
 */
import { parseMysqlDate } from '../../fill/calendar.ts';
import { foldTitle } from '../../fill/title-fold.ts';
import { columnKey } from '../../table/column-name.ts';
import type { PageImage } from '../../table/image-columns.ts';
import type { Columns } from '../../template/columns.ts';
import { partsOfValue } from '../../template/value.ts';
import { childOf } from '../../text/xml-outline.ts';
import type { WxrPattern } from './pattern.ts';
import { readField } from './read.ts';
import type { SeedItem, WxrSeed } from './seed.ts';
import { type StaticRecord, namesAddress } from './statics.ts';

interface CopyOptions {
  columns: Columns;
  images: readonly PageImage[];
  /** Ids of the copies begin here. */
  firstId: number;
  /** Seconds since 1970 of an item without a date. */
  dateBase: number;
  /** Local time is UTC plus so many seconds. */
  localOffset: number;
}

const getUrl = (item: SeedItem): string => item.fields.get('wp:attachment_url')?.text.trim() ?? '';

/** URLs of the project's images that columns put into the content. */
function listFilledUrls(pattern: WxrPattern, { columns, images }: CopyOptions): Set<string> {
  const keys = new Set<string>();
  for (const [index, piece] of pattern.pieces.entries()) {
    if (piece.kind !== 'hole' || pattern.leaves[index] !== 'content') continue;
    for (const { value } of partsOfValue(piece))
      if (value.source.kind === 'column') keys.add(columnKey(columns.names[value.source.column] ?? ''));
  }
  const isShown = (number: number) =>
    keys.has(columnKey('featured_image')) || keys.has(columnKey(`image_${number}`));
  return new Set(images.filter((_, index) => isShown(index + 1)).map(({ url }) => url));
}

/** The next earlier second that no other media item of that title has: the importer knows media by both. */
class FreeSeconds {
  readonly #taken = new Set<string>();

  constructor(items: readonly SeedItem[], localOffset: number) {
    for (const item of items) {
      const local = parseMysqlDate(item.fields.get('wp:post_date')?.text ?? '');
      if (item.type === 'attachment' && local !== undefined)
        this.#taken.add(this.#key(item, local - localOffset));
    }
  }

  #key({ title }: SeedItem, second: number): string {
    return `${second} ${foldTitle(title)}`;
  }

  take(item: SeedItem, start: number): number {
    let second = start - 1;
    while (this.#taken.has(this.#key(item, second))) second -= 1;
    this.#taken.add(this.#key(item, second));
    return second;
  }
}

/** The records, with a copy of each that part 1 brings although the content shows it. */
export function withCopies(
  records: readonly StaticRecord[],
  { seed, pattern, ...options }: CopyOptions & { seed: WxrSeed; pattern: WxrPattern },
): StaticRecord[] {
  const content = childOf(pattern.item.element, 'content:encoded');
  const text = content ? readField(seed.text, content).text : '';
  const filled = listFilledUrls(pattern, options);
  const free = new FreeSeconds([...seed.items, ...records.map(({ item }) => item)], options.localOffset);
  let id = options.firstId;
  return records.map((record) => {
    const { item, isLast, writeCopy } = record;
    const url = getUrl(item);
    if (isLast === true || !writeCopy || !(filled.has(url) || namesAddress(text, url))) return record;
    const local = parseMysqlDate(item.fields.get('wp:post_date')?.text ?? '');
    const start = local === undefined ? options.dateBase : local - options.localOffset;
    const copy = { id, text: writeCopy({ id, second: free.take(item, start) }) };
    id += 1;
    return { ...record, copy };
  });
}
