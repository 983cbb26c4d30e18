/** Counts as the server's texts say them, to people in notifications and to whoever unpacks a download. */

/** `1 row`, `1,200 rows`. */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : `${noun}s`}`;
}

/** `1 row was left out.`, `1,200 rows were left out.` */
export function tellLeftOut(lost: number): string {
  return `${countOf(lost, 'row')} ${lost === 1 ? 'was' : 'were'} left out.`;
}

/** `9,998 of 10,000 pages of “Roofs” will land.` */
export function tellLanding(title: string, { pages, lost }: { pages: number; lost: number }): string {
  return `${pages.toLocaleString('en-US')} of ${countOf(pages + lost, 'page')} of “${title}” will land.`;
}
