/**
 * Pages that are held back: left out of the files, or written so that visitors or search engines don't see them. The
 * caller names their rows by stored key, each with a reason.
 */
import type { Problem } from '../problem.ts';
import { toStoredKey } from './identity.ts';
import type { PageSetting, SteeringColumn } from './page-setting.ts';

export type HeldAction = 'leave-out' | 'draft' | 'noindex';

/** Pages that are held back in the same way. */
export interface HeldPages {
  action: HeldAction;
  /** Reasons by stored row key. If empty, the project is only checked for what this needs. */
  reasons: ReadonlyMap<string, string>;
}

/** A row whose page is held back. */
export interface HeldRow {
  /** Index in the table. */
  row: number;
  action: HeldAction;
  reason: string;
}

/** Settings that write a page as held. */
const SETTINGS = {
  draft: { name: 'page_status', words: 'as drafts' },
  noindex: { name: 'page_noindex', words: 'with noindex' },
} as const satisfies Partial<Record<HeldAction, { name: SteeringColumn; words: string }>>;

/** Checks if pages may be held back in this way, so that a platform writes the setting for each row. */
export function holdsPages(held: readonly HeldPages[] | undefined, action: HeldAction): boolean {
  return held?.some((each) => each.action === action) === true;
}

/** Reports ways of holding pages back that the platform or the seed doesn't allow. */
export function checkHeld(
  held: readonly HeldPages[] | undefined,
  settings: readonly PageSetting[],
  file: string,
): Problem[] {
  return Object.entries(SETTINGS).flatMap(([action, { name, words }]) => {
    const obstacle = settings.find((setting) => setting.name === name)?.obstacle;
    if (obstacle === undefined || !holdsPages(held, action as HeldAction)) return [];
    const text = `Pages can’t be held back ${words}: ${obstacle}.`;
    return [{ code: 'held-unsupported', severity: 'fault', file, text }];
  });
}

/** Reports drafts that the table next to the parts lists like all other pages. */
export function reportDraftsInTable(held: readonly HeldRow[], hasTable: boolean): Problem[] {
  const drafts = held.filter(({ action }) => action === 'draft').length;
  if (drafts === 0 || !hasTable) return [];
  const [pages, rows] =
    drafts === 1
      ? ['The page held back as a draft is', 'its row']
      : [`The ${drafts} pages held back as drafts are`, 'their rows'];
  const text = `${pages} also in the table next to the parts, which can’t contain drafts. Delete ${rows} before you import the table.`;
  return [{ code: 'held-in-table', severity: 'notice', text }];
}

interface Family {
  /** Rows of the pages above that of a row, the nearest first. */
  listAncestors(row: number): readonly number[];
  nameRow(row: number): string;
}

/** Finds how the page of a row is held back; one that is left out is nothing else. */
export class HeldIndex {
  readonly #held: readonly HeldPages[];
  readonly #rows: HeldRow[] = [];
  readonly #leftOut = new Set<number>();

  constructor(held: readonly HeldPages[] = []) {
    const isLeftOut = ({ action }: HeldPages) => action === 'leave-out';
    this.#held = [...held.filter(isLeftOut), ...held.filter((each) => !isLeftOut(each))].filter(
      ({ reasons }) => reasons.size > 0,
    );
  }

  find(rowKey: string): { action: HeldAction; reason: string } | undefined {
    if (this.#held.length === 0) return undefined;
    const key = toStoredKey(rowKey);
    for (const { action, reasons } of this.#held) {
      const reason = reasons.get(key);
      if (reason !== undefined) return { action, reason };
    }
    return undefined;
  }

  /**
   * Notes a row that is planned. A page below one that is left out would have no parent, so it is left out too.
   * @returns true if its page is left out
   */
  leavesOut(row: number, rowKey: string, family: Family): boolean {
    const found = this.find(rowKey);
    if (found?.action === 'leave-out') return this.#leaveOut(row, found.reason);
    if (this.#leftOut.size === 0) return false;
    const parent = family.listAncestors(row).find((each) => this.#leftOut.has(each));
    return parent !== undefined && this.#leaveOut(row, `Its parent, ${family.nameRow(parent)}, is left out.`);
  }

  /** Notes that the page of a row is written. */
  accept(row: number, rowKey: string): void {
    const found = this.find(rowKey);
    if (found) this.#rows.push({ row, ...found });
  }

  #leaveOut(row: number, reason: string): true {
    this.#leftOut.add(row);
    this.#rows.push({ row, action: 'leave-out', reason });
    return true;
  }

  /** Rows that are held back, in the order of the plan. */
  get rows(): readonly HeldRow[] {
    return this.#rows;
  }
}
