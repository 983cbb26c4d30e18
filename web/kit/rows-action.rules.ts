/** Texts of the confirmation before an action on rows, and of its result. Pure. */
import type { BulkAction } from '#web/ui/bulk-bar.tsx';
import { formatAmount } from '#web/ui/format-figure.ts';

/** Verb of the action, `Delete`, and its participle, `deleted`. */
export interface Verb {
  verb: string;
  done: string;
}

export interface Deletable {
  /** One row: `project`. */
  noun: string;
  /** Deleted together with a row: `with all runs and stored files`. */
  consequence?: string;
  /** Sentence about how to undo it; omitted if that isn't possible. */
  undo?: string;
}

export const DELETE: Verb = { verb: 'Delete', done: 'deleted' };

/** Maximum number of failures in a message. */
const MAX_LISTED = 3;

interface Offered<R> extends Omit<BulkAction, 'act'> {
  /** True if the action would change the row. */
  fits: (row: R) => boolean;
  ask: (rows: readonly R[]) => void;
}

/** @returns the action for those of the selected rows that it applies to; undefined without any */
export function offerAction<R>(rows: readonly R[], { fits, ask, ...action }: Offered<R>): BulkAction[] {
  const fitting = rows.filter(fits);
  return fitting.length === 0 ? [] : [{ ...action, act: () => ask(fitting) }];
}

/** A single row needs no typed count: the confirmation names it. */
export function isCountTyped(typed: string, count: number): boolean {
  return count <= 1 || typed.trim() === String(count);
}

/** @param note sentence after the question: the effect, and how to undo it if possible */
export function writeConfirmation(
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
  return writeConfirmation({ ...DELETE, ...row, note: undo }, names);
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

/** Names each failed row with its reason; of many only the first ones. */
export function listFailures(failures: readonly Failure[]): string {
  const lines = failures.slice(0, MAX_LISTED).map(({ name, reason }) => `${name}: ${reason}`);
  const more = failures.length - lines.length;
  return [...lines, ...(more > 0 ? [`${more} more stay selected.`] : [])].join(' ');
}
