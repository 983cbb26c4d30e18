/** Formats counts for notifications and downloads. */

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

/** `9,998 of 10,000 pages of “Roofs” ready to import.` */
export function countReady(title: string, { pages, skipped }: { pages: number; skipped: number }): string {
  return `${pages.toLocaleString('en-US')} of ${formatCount(pages + skipped, 'page')} of “${title}” ready to import.`;
}
