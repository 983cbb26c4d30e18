/**
 * Dates of accompanying records. The importer takes two records with the same title, second and type for
 * one, so the second of such twins moves to the next free second. All records of the export count, whether
 * they are included or not: the choice of the pattern and of pictures changes no date, and on the
 * seed's own site the importer doesn't take one twin for the other.
 */
import { parseMysqlDate } from '../../../render/calendar.ts';
import { foldTitle } from '../../../render/title-fold.ts';
import type { SeedItem, WxrSeed } from './seed.ts';

/** Seconds of the record's local date; `undefined` if it has none. */
export const parseLocalDate = (item: SeedItem): number | undefined =>
  parseMysqlDate(item.fields.get('wp:post_date')?.text ?? '');

/**
 * Seconds to move each twin by; the one with the lowest id stays.
 * @param titleOf the title as it is written, without placeholders
 */
export function shiftDuplicateDates(
  seed: WxrSeed,
  pattern: SeedItem,
  titleOf: (item: SeedItem) => string,
): Map<SeedItem, number> {
  const moves = new Map<SeedItem, number>();
  const dated = seed.items.flatMap((item) => {
    const second = item === pattern ? undefined : parseLocalDate(item);
    return second === undefined ? [] : [{ item, second }];
  });
  const placeOf = (item: SeedItem, second: number) => `${item.type} ${second}`;
  const groups = Map.groupBy(
    dated.toSorted((a, b) => a.item.id - b.item.id),
    ({ item, second }) => placeOf(item, second),
  );
  const taken = new Set(groups.keys());
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    // without a title a record matches any other one of its second
    const known = new Set<string>();
    let free = 0;
    for (const { item, second } of group) {
      const title = foldTitle(titleOf(item));
      if (known.size === 0 || (title !== '' && !known.has('') && !known.has(title))) {
        known.add(title);
        continue;
      }
      do free += 1;
      while (taken.has(placeOf(item, second + free)));
      taken.add(placeOf(item, second + free));
      moves.set(item, free);
    }
  }
  return moves;
}
