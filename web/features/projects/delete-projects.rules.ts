/** What has to be typed before several projects go at once, and how the outcome is told. */
import { formatAmount } from '#web/ui/format-figure.ts';

/** One project needs no typing: its name stands in the question. */
export function isCountTyped(typed: string, count: number): boolean {
  return count <= 1 || typed.trim() === String(count);
}

export function askToDelete(titles: readonly string[]): string {
  const [only] = titles;
  const what = titles.length === 1 ? `“${only}”` : formatAmount(titles.length, 'project');
  return `Delete ${what} with all runs and stored files? This cannot be undone.`;
}

export function tellDeleted(deleted: number, failed: number): string {
  const sentences = [
    deleted > 0 || failed === 0 ? `${formatAmount(deleted, 'project')} deleted.` : undefined,
    failed > 0 ? `${formatAmount(failed, 'project')} could not be deleted.` : undefined,
  ];
  return sentences.filter(Boolean).join(' ');
}
