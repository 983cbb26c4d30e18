/** Finds the post that the importer takes an item for: the same title, date and type. */
import { ANY_DATE } from './date-rules.ts';
import { ITEM_FLAG, type PartAudit } from './part-audit.ts';
import { hashText } from '../../../verify/hash-text.ts';

export interface Title {
  type: string;
  title: number;
  sought: number;
  date: number;
  isUntitled: boolean;
}

function keep<K>(book: Map<K, number>, key: K, post: number): void {
  if (!book.has(key)) book.set(key, post);
}

/**
 * The importer leaves out of its question what is empty: an item without a title matches any post of
 * the same second, one without a date any of the same title.
 */
export function createTitleIndex(parts: readonly PartAudit[]) {
  // rarely asked for, so kept only where an item will ask
  const hasUndated = parts.some(({ items }) => items.date.includes(ANY_DATE));
  const hasUntitled = parts.some(({ items }) =>
    items.flags.some((flags) => (flags & ITEM_FLAG.untitled) !== 0),
  );
  const exact = new Map<number, number>();
  const byTitle = new Map<number, number>();
  const byDate = new Map<number, number>();
  const byType = new Map<string, number>();
  return {
    find({ type, sought, date, isUntitled }: Title): number | undefined {
      if (Number.isNaN(date)) return undefined;
      if (isUntitled) return date === ANY_DATE ? byType.get(type) : byDate.get(hashText(`${type} ${date}`));
      return date === ANY_DATE
        ? byTitle.get(hashText(`${type} ${sought}`))
        : exact.get(hashText(`${type} ${sought} ${date}`));
    },
    add({ type, title, date }: Title, post: number): void {
      keep(exact, hashText(`${type} ${title} ${date}`), post);
      if (hasUndated) keep(byTitle, hashText(`${type} ${title}`), post);
      if (hasUntitled) keep(byDate, hashText(`${type} ${date}`), post);
      keep(byType, type, post);
    },
  };
}
