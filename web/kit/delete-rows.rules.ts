/** The question before rows are deleted, and how the outcome is reported. Pure. */
import { formatAmount } from '#web/ui/format-figure.ts';

export interface Deletable {
  /** One row: `project`. */
  noun: string;
  /** What goes with a row: `with all runs and stored files`. */
  consequence?: string;
  /** How it can be undone, in one sentence; left out where it cannot. */
  undo?: string;
}

/** One row needs no typing: its name is in the question. */
export function isCountTyped(typed: string, count: number): boolean {
  return count <= 1 || typed.trim() === String(count);
}

export function askToDelete(
  { noun, consequence, undo = 'This cannot be undone.' }: Deletable,
  names: readonly string[],
): string {
  const [only] = names;
  const what = names.length === 1 ? `“${only}”` : formatAmount(names.length, noun);
  return `Delete ${what}${consequence === undefined ? '' : ` ${consequence}`}? ${undo}`;
}

export function reportDeleted({ noun }: Deletable, deleted: number, failed: number): string {
  const sentences = [
    deleted > 0 || failed === 0 ? `${formatAmount(deleted, noun)} deleted.` : undefined,
    failed > 0 ? `${formatAmount(failed, noun)} could not be deleted.` : undefined,
  ];
  return sentences.filter(Boolean).join(' ');
}
