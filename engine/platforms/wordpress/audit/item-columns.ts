/** Stores items as numbers and one string of slugs, to save memory for 100,000 pages. */
import type { PartItems } from './part-audit.ts';

/** One item as it is added. */
export interface ItemFacts {
  line: number;
  id: number;
  type: number;
  parent: number;
  status: number;
  shape: number;
  code: number;
  dataCode: number;
  metas: number;
  thumbnail: number;
  title: number;
  soughtTitle: number;
  date: number;
  guid: number;
  flags: number;
  slug: string;
}

const NUMBERS = [
  'line',
  'id',
  'type',
  'parent',
  'status',
  'shape',
  'code',
  'dataCode',
  'metas',
  'thumbnail',
  'title',
  'soughtTitle',
  'date',
  'guid',
  'flags',
] as const;
type NumberName = (typeof NUMBERS)[number];

/** Typed arrays that double when full. */
export function createItemColumns() {
  const columns = new Map<NumberName, Float64Array>(NUMBERS.map((name) => [name, new Float64Array(64)]));
  let slugs = '';
  let count = 0;

  function column(name: NumberName): Float64Array {
    return (columns.get(name) ?? new Float64Array(0)).subarray(0, count);
  }

  return {
    count: () => count,
    add(item: ItemFacts): void {
      for (const name of NUMBERS) {
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
    finish: (): PartItems => ({
      line: Uint32Array.from(column('line')),
      id: column('id').slice(),
      type: Uint16Array.from(column('type')),
      parent: column('parent').slice(),
      status: column('status').slice(),
      shape: column('shape').slice(),
      code: Uint32Array.from(column('code')),
      dataCode: Uint32Array.from(column('dataCode')),
      metas: Uint32Array.from(column('metas')),
      thumbnail: column('thumbnail').slice(),
      title: column('title').slice(),
      soughtTitle: column('soughtTitle').slice(),
      date: column('date').slice(),
      guid: column('guid').slice(),
      flags: Uint16Array.from(column('flags')),
      slugs,
    }),
  };
}
