/** Stores items as numbers and one string of slugs, to save memory for 100,000 pages. */
import { ITEM_NUMBERS, type ItemNumber, type PartItems } from './part-audit.ts';

/** One item as it is added. */
export type ItemFacts = Record<ItemNumber, number> & { slug: string };

const NAMES = Object.keys(ITEM_NUMBERS) as ItemNumber[];

/** Typed arrays that double when full. */
export function createItemColumns() {
  const columns = new Map<ItemNumber, Float64Array>(NAMES.map((name) => [name, new Float64Array(64)]));
  let slugs = '';
  let count = 0;

  return {
    count: () => count,
    add(item: ItemFacts): void {
      for (const name of NAMES) {
        let numbers = columns.get(name) ?? new Float64Array(64);
        if (count === numbers.length) {
          const grown = new Float64Array(count * 2);
          grown.set(numbers);
          numbers = grown;
          columns.set(name, grown);
        }
        numbers[count] = item[name];
      }
      slugs = count === 0 ? item.slug : `${slugs}\0${item.slug}`;
      count += 1;
    },
    finish(): PartItems {
      const numbers = [...columns].map(([name, column]) => [
        name,
        ITEM_NUMBERS[name].from(column.subarray(0, count)),
      ]);
      return { ...(Object.fromEntries(numbers) as Omit<PartItems, 'slugs'>), slugs };
    },
  };
}
