/** Lengths as the database counts: texts in bytes, short columns in characters. */

/** Bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x80) continue;
    if (code < 0x800) bytes += 1;
    else if (code >= 0xd800 && code < 0xdc00) {
      bytes += 2;
      index += 1;
    } else bytes += 2;
  }
  return bytes;
}

/** Whether a text has more bytes than `limit`; only counted where that can be. */
export function exceedsBytes(text: string, limit: number): boolean {
  if (text.length > limit) return true;
  return text.length * 3 > limit && utf8Length(text) > limit;
}

/** Whether a text has more characters than `limit`; a pair of surrogates is one. */
export function exceedsCharacters(text: string, limit: number): boolean {
  return text.length > limit && Array.from(text).length > limit;
}
