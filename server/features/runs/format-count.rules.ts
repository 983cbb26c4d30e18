/** Formats counts for notifications and downloads. */

import type { GateAction } from '#contract/quality-gate.ts';

/** `1 row`, `1,200 rows`. */
export function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : `${noun}s`}`;
}

/** `1 row was skipped.`, `1,200 rows were skipped.` */
export function countSkipped(skipped: number): string {
  return `${formatCount(skipped, 'row')} ${skipped === 1 ? 'was' : 'were'} skipped.`;
}

/** `12,000 images of “Roofs” are ready to download.` */
export function countTagged(title: string, copies: number): string {
  return `${formatCount(copies, 'image')} of “${title}” ${copies === 1 ? 'is' : 'are'} ready to download.`;
}

/**
 * `9,998 of 10,000 pages of “Roofs” ready to import.`
 * @param rows with a page or without one
 */
export function countReady(title: string, { pages, rows }: { pages: number; rows: number }): string {
  return `${pages.toLocaleString('en-US')} of ${formatCount(rows, 'page')} of “${title}” ready to import.`;
}

const HELD = { 'leave-out': 'left out', draft: 'set to draft', noindex: 'set to noindex' } as const;

/** `1 page was left out by the quality gate.`, `138 pages were set to draft by the quality gate.` */
export function countHeld(held: number, action: GateAction): string {
  return `${formatCount(held, 'page')} ${held === 1 ? 'was' : 'were'} ${HELD[action]} by the quality gate.`;
}
