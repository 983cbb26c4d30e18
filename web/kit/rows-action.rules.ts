/** The question before something is done to rows, and how the outcome is reported. Pure. */
import type { BulkAction } from '#web/ui/bulk-bar.tsx';
import { formatAmount } from '#web/ui/format-figure.ts';

/** An action on rows: `Delete`, and its participle: `deleted`. */
export interface Verb {
  verb: string;
  done: string;
}

export interface Deletable {
  /** One row: `project`. */
  noun: string;
  /** Deleted with a row: `with all runs and stored files`. */
  consequence?: string;
  /** A sentence about the way back; omitted if there isn't one. */
  undo?: string;
}

export const DELETE: Verb = { verb: 'Delete', done: 'deleted' };

/** Failures that a message lists. */
const MAX_LISTED = 3;

interface Offered<R> extends Omit<BulkAction, 'act'> {
  /** True if the action would change the row. */
  fits: (row: R) => boolean;
  ask: (rows: readonly R[]) => void;
}

/** @returns the action for those of the selected rows that it fits; nothing if it fits none */
export function offerAction<R>(rows: readonly R[], { fits, ask, ...action }: Offered<R>): BulkAction[] {
  const fitting = rows.filter(fits);
  return fitting.length === 0 ? [] : [{ ...action, act: () => ask(fitting) }];
}

/** A single row needs no typing: its name is in the question. */
export function isCountTyped(typed: string, count: number): boolean {
  return count <= 1 || typed.trim() === String(count);
}

/** @param note sentence after the question: the effect, and the way back if there is one */
export function askAbout(
  { verb, noun, consequence, note }: Pick<Verb, 'verb'> & Omit<Deletable, 'undo'> & { note: string },
  names: readonly string[],
): string {
  const [only] = names;
  const what = names.length === 1 ? `“${only}”` : formatAmount(names.length, noun);
  return `${verb} ${what}${consequence === undefined ? '' : ` ${consequence}`}? ${note}`;
}

export function askToDelete(
  { undo = 'This cannot be undone.', ...row }: Deletable,
  names: readonly string[],
): string {
  return askAbout({ ...DELETE, ...row, note: undo }, names);
}

export function reportOutcome(
  { verb, noun, done }: Verb & { noun: string },
  count: number,
  failed: number,
): string {
  const sentences = [
    count > 0 || failed === 0 ? `${formatAmount(count, noun)} ${done}.` : undefined,
    failed > 0 ? `Couldn’t ${verb.toLowerCase()} ${formatAmount(failed, noun)}.` : undefined,
  ];
  return sentences.filter(Boolean).join(' ');
}

export interface Failure {
  name: string;
  reason: string;
}

/** Names each row that failed, with its reason; of many the first ones. */
export function listFailures(failures: readonly Failure[]): string {
  const lines = failures.slice(0, MAX_LISTED).map(({ name, reason }) => `${name}: ${reason}`);
  const more = failures.length - lines.length;
  return [...lines, ...(more > 0 ? [`${more} more stay selected.`] : [])].join(' ');
}
