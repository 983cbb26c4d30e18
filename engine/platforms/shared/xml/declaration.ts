/** The XML declaration of what is written: always UTF-8, whatever the seed was encoded in. */

const DECLARATION = /^<\?xml[^>]*\?>/;

/** Of a text that has none, none is made. */
export function setUtf8Declaration(text: string): string {
  const declaration = DECLARATION.exec(text)?.[0] ?? '';
  const encoding = /encoding\s*=\s*["']([^"']*)["']/.exec(declaration)?.[1];
  if (encoding === undefined || /^utf-?8$/i.test(encoding)) return text;
  return `<?xml version="1.0" encoding="UTF-8"?>${text.slice(declaration.length)}`;
}

/** The same, and one is made where there is none. */
export function ensureDeclaration(text: string): string {
  if (!DECLARATION.test(text)) return `<?xml version="1.0" encoding="UTF-8"?>\n${text}`;
  return setUtf8Declaration(text);
}
