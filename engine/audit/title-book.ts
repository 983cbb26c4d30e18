/** Finds the post that the importer takes an item for: the same title, date and type. */
import { hashText } from './title-key.ts';

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
export function createTitleBook() {
  const exact = new Map<number, number>();
  const byTitle = new Map<number, number>();
  const byDate = new Map<number, number>();
  const byType = new Map<string, number>();
  return {
    find({ type, sought, date, isUntitled }: Title): number | undefined {
      if (isUntitled) return date === 0 ? byType.get(type) : byDate.get(hashText(`${type} ${date}`));
      return date === 0
        ? byTitle.get(hashText(`${type} ${sought}`))
        : exact.get(hashText(`${type} ${sought} ${date}`));
    },
    add({ type, title, date }: Title, post: number): void {
      keep(exact, hashText(`${type} ${title} ${date}`), post);
      keep(byTitle, hashText(`${type} ${title}`), post);
      keep(byDate, hashText(`${type} ${date}`), post);
      keep(byType, type, post);
    },
  };
}
