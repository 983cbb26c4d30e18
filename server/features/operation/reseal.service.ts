/** Counts encrypted values by key, and encrypts them with the current key. */
import type { Db } from '#server/db/open.ts';
import type { TokenSeal } from '#server/gateways/token-seal.ts';
import { listSealed, type SealedPlace, type SealedRow, updateSealed } from './sealed.store.ts';

const BATCH = 200;

export interface SealedColumn extends SealedPlace {
  seal: TokenSeal;
  /** Context that the value of a row is encrypted with. */
  about: (id: string) => string;
}

export interface SealedCounts {
  current: number;
  old: number;
  /** Values that no key decrypts. */
  lost: number;
}

export const countSealed = (db: Db, columns: readonly SealedColumn[]): Promise<SealedCounts> =>
  visitAll(db, columns, async () => {});

/** Encrypts values of the old key with the current one. Idempotent. @returns the counts from before */
export function reseal(db: Db, columns: readonly SealedColumn[]): Promise<SealedCounts> {
  return visitAll(db, columns, async (column, { id, sealed }) => {
    const { seal, about } = column;
    if (seal.findKey(sealed, about(id)) !== 'old') return;
    const to = seal.seal(seal.open(sealed, about(id)), about(id));
    await updateSealed(db, column, { id, from: sealed, to });
  });
}

async function visitAll(
  db: Db,
  columns: readonly SealedColumn[],
  visit: (column: SealedColumn, row: SealedRow) => Promise<void>,
): Promise<SealedCounts> {
  const counts = { current: 0, old: 0, lost: 0 };
  for (const column of columns) {
    let after: string | undefined;
    for (;;) {
      const rows = await listSealed(db, column, { after, limit: BATCH });
      for (const row of rows) {
        counts[column.seal.findKey(row.sealed, column.about(row.id)) ?? 'lost'] += 1;
        await visit(column, row);
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < BATCH) break;
      after = last.id;
    }
  }
  return counts;
}
