/** Truncates a text to a number of UTF-16 code units, without splitting a surrogate pair. */
export function cutText(text: string, units: number): string {
  return text.slice(0, units).replace(/[\ud800-\udbff]$/, '');
}

const EXCERPT_CHARACTERS = 160;

/** Cuts a line to a readable width around a position, with `…` for omitted text. */
export function cutAround(line: string, position: number): string {
  if (line.length <= EXCERPT_CHARACTERS) return line;
  const from = Math.max(0, Math.min(position - EXCERPT_CHARACTERS / 2, line.length - EXCERPT_CHARACTERS));
  // the second half of a surrogate pair isn’t a character
  const shown = cutText(line.slice(from).replace(/^[\udc00-\udfff]/, ''), EXCERPT_CHARACTERS);
  return `${from > 0 ? '…' : ''}${shown}${from + EXCERPT_CHARACTERS < line.length ? '…' : ''}`;
}
