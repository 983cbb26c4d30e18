/**
 * The mustache tags of a text as Vue and Angular read them, which end one at the first `}}`, without what
 * rows may fill: a row that leaves a string or ends a tag changes the shape.
 */

/** A string of JavaScript, and its closing quote where it has one. */
const SCRIPT_STRING = /"(?:[^"\\]|\\[^])*("?)|'(?:[^'\\]|\\[^])*('?)|`(?:[^`\\]|\\[^])*(`?)/g;
const REFERENCE = /&(?:(quot|apos|amp|lt|gt)|#(\d{1,7}|x[\da-f]{1,6}));/gi;
const NAMED: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>' };
/** Characters of a harmless value outside of strings. */
const WORDS = /[\p{L}\p{M}\p{N}\s.,_-]+/gu;
const MAX_MUSTACHE = 1000;

/** Decodes numeric references and the five that XML names. */
export function undoReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(REFERENCE, (_all, name?: string, number = '') => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? '';
    const code = Number(String(number).replace(/^x/i, '0x'));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
  });
}

/** The shape of all mustache tags in a text, one per line; empty without tags. */
export function readMustacheShape(text: string): string {
  const shapes: string[] = [];
  let end = -1;
  for (let from = text.indexOf('{{'); from >= 0; from = text.indexOf('{{', from)) {
    if (end < from + 2) end = text.indexOf('}}', from + 2);
    if (end < 0) break;
    const inner = text.slice(from + 2, end);
    if (end - from > MAX_MUSTACHE || /<[a-z!/]/i.test(inner)) {
      from += 2;
      continue;
    }
    const code = undoReferences(inner).replaceAll(
      SCRIPT_STRING,
      (string: string, ...ends: (string | undefined)[]) =>
        string.charAt(0) +
        (ends.slice(0, 3).some((closing) => closing !== undefined && closing !== '') ? '' : '\u0004'),
    );
    shapes.push(code.replaceAll(WORDS, ' ').trim());
    from = end + 2;
  }
  return shapes.join('\n');
}
