/** Characters that XML does not allow stand in cells as `_x0007_`; an underscore before such a text as `_x005F_`. */

const ESCAPE = /_x([0-9a-f]{4})_/gi;

/** The text of a cell as its part writes it. */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(ESCAPE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
