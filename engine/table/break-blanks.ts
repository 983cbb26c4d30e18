/**
 * The CSV parser trims the text behind each closing quotation mark, up to the end of the line. A line
 * of many quotation marks and a long run of blanks would make that quadratic (minutes for one
 * megabyte), so such blanks are lifted by 256: no blanks to the parser, and the same bytes again once
 * a cell is stored.
 */

const STRIDE = 64;
const SHORTEST = 2 * STRIDE;
const LIFT = 0x100;

function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0;
}

/** A character that stands for the same byte and is no blank. */
export function liftBlank(character: string): string {
  const code = character.charCodeAt(0);
  return isBlank(code) ? String.fromCharCode(code + LIFT) : character;
}

/**
 * Lifts runs of 128 blanks and more, but for their last one, which may be the CR of a line end.
 * `newline` counts as no blank.
 */
export function breakLongBlanks(text: string, newline: '\n' | '\r'): string {
  const lineEnd = newline.charCodeAt(0);
  const isInRun = (at: number): boolean => {
    const code = text.charCodeAt(at);
    return code !== lineEnd && isBlank(code);
  };
  let result = '';
  let done = 0;
  for (let probe = STRIDE; probe < text.length; probe += STRIDE) {
    if (!isInRun(probe)) continue;
    let start = probe;
    while (start > done && isInRun(start - 1)) start -= 1;
    let end = probe + 1;
    while (end < text.length && isInRun(end)) end += 1;
    if (end - start >= SHORTEST) {
      result += text.slice(done, start) + text.slice(start, end - 1).replaceAll(/[^]/g, liftBlank);
      done = end - 1;
    }
    // The next probe stands behind the run.
    probe = Math.max(probe, end - STRIDE);
  }
  return done === 0 ? text : result + text.slice(done);
}
