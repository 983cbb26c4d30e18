/**
 * Second items of featured images that the content shows too. Part 1 must include the first for its pages, but
 * the importer then changes image URLs only in the content of part 1. The last part includes the second, which
 * is fetched once all pages exist (measured with the official importer 0.9.5).
 */
import { readChildText } from '../../../encoding/xml/xml-leaf.ts';
import { foldTitle } from '../../../render/title-fold.ts';
import { RowValues } from '../../../render/row-values.ts';
import type { Table } from '../../../sheet/table.ts';
import { type EncodedValue, listValueParts } from '../../../language/value.ts';
import type { WxrPattern } from './pattern.ts';
import { type SeedItem, type WxrSeed, readText } from './seed.ts';
import { parseLocalDate } from './static-dates.ts';
import { type StaticRecord, mentionsUrl } from './static-records.ts';

interface CopyOptions {
  table: Table;
  /** First ID of the copies. */
  firstId: number;
  /** Seconds since 1970 of an item without a date. */
  dateBase: number;
  /** Local time is UTC plus this number of seconds. */
  localOffset: number;
}

const getUrl = (item: SeedItem): string => readText(item, 'wp:attachment_url');

/** URLs that cells put into the content. */
function listFilledUrls(pattern: WxrPattern, table: Table, urls: ReadonlySet<string>): Set<string> {
  const columns = new Set<number>();
  for (const { value } of listContentValues(pattern))
    if (value.source.kind === 'column') columns.add(value.source.column);
  const found = new Set<string>();
  for (let row = 0; urls.size > 0 && row < table.rowCount; row += 1)
    for (const column of columns) {
      const text = table.getCell(row, column);
      if (urls.has(text)) found.add(text);
    }
  return found;
}

function listContentValues(pattern: WxrPattern): EncodedValue[] {
  return pattern.pieces.flatMap((piece, index) =>
    piece.kind === 'hole' && pattern.leaves[index] === 'content' ? listValueParts(piece) : [],
  );
}

/** The content of the seed, and of the first and the last row. */
function readContents(seed: WxrSeed, pattern: WxrPattern, table: Table): string {
  const rows = table.rowCount === 0 ? [] : [0, table.rowCount - 1];
  const filled = rows.map((row) => new RowValues(table, row).renderText(pattern.texts.get('content')));
  return [readChildText(seed.text, pattern.item.element, 'content:encoded'), ...filled].join('\n');
}

/**
 * Finds earlier seconds for the copies: the importer identifies media by title and second, and an item without
 * a title matches any other of its second.
 */
class FreeSeconds {
  /** Titles by second. */
  readonly #taken = new Map<number, Set<string>>();

  constructor(records: readonly Pick<StaticRecord, 'item' | 'title' | 'movedTo'>[], localOffset: number) {
    for (const { item, title, movedTo } of records) {
      const local = movedTo ?? parseLocalDate(item);
      if (item.type === 'attachment' && local !== undefined) this.#add(foldTitle(title), local - localOffset);
    }
  }

  #add(title: string, second: number): void {
    const titles = this.#taken.get(second);
    if (titles) titles.add(title);
    else this.#taken.set(second, new Set([title]));
  }

  #isFree(title: string, second: number): boolean {
    const titles = this.#taken.get(second);
    return titles === undefined || (title !== '' && !titles.has('') && !titles.has(title));
  }

  take({ title }: StaticRecord, start: number): number {
    const folded = foldTitle(title);
    let second = start - 1;
    while (!this.#isFree(folded, second)) second -= 1;
    this.#add(folded, second);
    return second;
  }
}

/** Adds a copy to each record of part 1 that the content shows. */
export function addImageCopies(
  records: readonly StaticRecord[],
  { seed, pattern, ...options }: CopyOptions & { seed: WxrSeed; pattern: WxrPattern },
): StaticRecord[] {
  const isEarly = ({ isLast, writeCopy }: StaticRecord) => isLast !== true && writeCopy !== undefined;
  const urls = new Set(records.filter(isEarly).map(({ item }) => getUrl(item)));
  if (urls.size === 0) return [...records];
  const text = readContents(seed, pattern, options.table);
  const filled = listFilledUrls(pattern, options.table, urls);
  const items = seed.items.map((item) => ({ item, title: item.title }));
  const free = new FreeSeconds([...items, ...records], options.localOffset);
  let id = options.firstId;
  return records.map((record) => {
    const { item, writeCopy } = record;
    const url = getUrl(item);
    if (!isEarly(record) || !writeCopy || !(filled.has(url) || mentionsUrl(text, url))) return record;
    const local = parseLocalDate(item);
    const start = local === undefined ? options.dateBase : local - options.localOffset;
    const copy = { id, text: writeCopy({ id, second: free.take(record, start) }) };
    id += 1;
    return { ...record, copy };
  });
}
