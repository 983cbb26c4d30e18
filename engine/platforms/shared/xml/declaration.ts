/** XML declarations of output files, which are always in UTF-8. */

const DECLARATION = /^<\?xml[^>]*\?>/;

/** Changes the encoding of a declaration; a text without one is unchanged. */
export function setUtf8Declaration(text: string): string {
  const declaration = DECLARATION.exec(text)?.[0] ?? '';
  const encoding = /encoding\s*=\s*["']([^"']*)["']/.exec(declaration)?.[1];
  if (encoding === undefined || /^utf-?8$/i.test(encoding)) return text;
  return `<?xml version="1.0" encoding="UTF-8"?>${text.slice(declaration.length)}`;
}

/** Adds a missing declaration. */
export function ensureDeclaration(text: string): string {
  if (!DECLARATION.test(text)) return `<?xml version="1.0" encoding="UTF-8"?>\n${text}`;
  return setUtf8Declaration(text);
}
