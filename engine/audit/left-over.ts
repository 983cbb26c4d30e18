/**
 * Looks for placeholders that were never filled: `[geo_city]` in any text or attribute, also
 * percent-encoded (`%5Bgeo_city%5D`), also written as JSON writes brackets (`\u005bgeo_city\u005d`).
 */

/**
 * Opening bracket, name with an optional filter, closing bracket; each bracket in any of its spellings. A run
 * of backslashes is tried once, not at each of them.
 */
const BRACKETED =
  /(?:\[|%(?:25)*5[bB]|(?<!\\)\\+u005[bB])([\p{L}_](?:[\p{L}\p{M}\p{N}_ .-]|%[\dA-Fa-f]{2}|\\+u[\dA-Fa-f]{4}){0,80}?)(?:(?:\s|%20)*(?:\||%7[cC])[^[\]<>\n]{0,120}?)?(?:\]|%(?:25)*5[dD]|(?<!\\)\\+u005[dD])/gu;
const OPENS_BEFORE = /(?:\[|%(?:25)*5[bB]|\\u005[bB])$/u;
const CLOSES_AFTER = /^(?:\]|%(?:25)*5[dD]|\\+u005[dD])/u;

/** Names are matched as columns are: without case, spaces, `_` and `-`. */
export function placeholderKey(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/gu, '');
}

function decodeName(name: string): string {
  const unescaped = name.replaceAll(/(?<!\\)\\+u([\dA-Fa-f]{4})/gu, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  if (!unescaped.includes('%')) return unescaped;
  try {
    return decodeURIComponent(unescaped.replaceAll(/%25/gu, '%'));
  } catch {
    return unescaped;
  }
}

function mayHold(text: string): boolean {
  return text.includes('[') || text.includes('%5') || text.includes('%25') || text.includes('\\u005');
}

/**
 * Names in brackets, each as `[name]`.
 * @param found called for each; the same one may come several times
 */
export function findBracketed(text: string, found: (text: string) => void): void {
  if (!mayHold(text)) return;
  for (const match of text.matchAll(BRACKETED)) {
    const after = match.index + match[0].length;
    // [[name]] is WordPress' way to show a shortcode instead of running it
    const isEscaped =
      OPENS_BEFORE.test(text.slice(Math.max(0, match.index - 8), match.index)) &&
      CLOSES_AFTER.test(text.slice(after, after + 8));
    if (!isEscaped) found(`[${decodeName(match[1] ?? '').trim()}]`);
  }
}
