/**
 * Dates of accompanying records. The importer skips a record with the title, second and type of another, so
 * such a duplicate moves to the next free second. All records of the export count, included or not: the choice
 * of the pattern and of images changes no date, and on the seed's own site the importer doesn't mistake one
 * duplicate for another.
 */
import { parseMysqlDate } from '../../../render/calendar.ts';
import { foldTitle } from '../../../render/title-fold.ts';
import type { SeedItem, WxrSeed } from './seed.ts';

/** Seconds since 1970 of the record's local date; `undefined` if it has none. */
export const parseLocalDate = (item: SeedItem): number | undefined =>
  parseMysqlDate(item.fields.get('wp:post_date')?.text ?? '');

/**
 * Seconds to move each duplicate by; the record with the lowest ID isn't moved.
 * @param getTitle the title as it is written, without placeholders
 */
export function shiftDuplicateDates(
  seed: WxrSeed,
  pattern: SeedItem,
  getTitle: (item: SeedItem) => string,
): Map<SeedItem, number> {
  const moves = new Map<SeedItem, number>();
  const dated = seed.items.flatMap((item) => {
    const second = item === pattern ? undefined : parseLocalDate(item);
    return second === undefined ? [] : [{ item, second }];
  });
  const toPlace = (item: SeedItem, second: number) => `${item.type} ${second}`;
  const groups = Map.groupBy(
    dated.toSorted((a, b) => a.item.id - b.item.id),
    ({ item, second }) => toPlace(item, second),
  );
  const taken = new Set(groups.keys());
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    // a record without a title matches any other of its second
    const known = new Set<string>();
    let free = 0;
    for (const { item, second } of group) {
      const title = foldTitle(getTitle(item));
      if (known.size === 0 || (title !== '' && !known.has('') && !known.has(title))) {
        known.add(title);
        continue;
      }
      do free += 1;
      while (taken.has(toPlace(item, second + free)));
      taken.add(toPlace(item, second + free));
      moves.set(item, free);
    }
  }
  return moves;
}
