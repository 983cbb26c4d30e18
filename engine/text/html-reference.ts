/** Decodes HTML character references (`&#8220;`, `&quot;`, `&nbsp;`), which editors also write in placeholders. */
import { Parser } from 'htmlparser2';
import { SourceText, decodeMatches } from './source-text.ts';

const REFERENCE = /&(?:#[xX][0-9a-fA-F]+|#[0-9]+|[A-Za-z][A-Za-z0-9]{0,40});/g;
/** Matches `[` or a reference to it. */
const BRACKET = /\[|&(?:#0*91|#[xX]0*5[bB]|lbrack|lsqb);/;
/** Maximum size of the cache; a malicious file can contain any number of names. */
const MAX_CACHED = 5000;
const cache = new Map<string, string>();

function parseReference(reference: string): string {
  let text = '';
  const parser = new Parser({
    ontext: (data) => {
      text += data;
    },
  });
  parser.end(reference);
  return text;
}

/** Decodes one reference with its `;`; returns it unchanged if the name is unknown. */
export function decodeHtmlReference(reference: string): string {
  let decoded = cache.get(reference);
  if (decoded === undefined) {
    decoded = parseReference(reference);
    if (cache.size < MAX_CACHED) cache.set(reference, decoded);
  }
  return decoded;
}

/** Decodes the references of a text; the result maps each character to its position in the source. */
export function decodeHtmlText(text: string): SourceText {
  return text.includes('&')
    ? decodeMatches(text, REFERENCE, decodeHtmlReference)
    : SourceText.window(text, 0, text.length);
}

/** Checks if a text contains `[` after its references are decoded. */
export function mayContainBracket(text: string): boolean {
  return BRACKET.test(text);
}

const HIDDEN_ELEMENTS = new Set(['script', 'style']);

/** Extracts the visible text of HTML without creating elements, so that nothing in it can run. */
export function readVisibleText(html: string): string {
  let text = '';
  let hiddenDepth = 0;
  const count = (name: string, change: number) => {
    if (HIDDEN_ELEMENTS.has(name)) hiddenDepth += change;
  };
  const parser = new Parser({
    onopentagname: (name) => count(name, 1),
    onclosetag: (name) => count(name, -1),
    ontext: (data) => {
      if (hiddenDepth === 0) text += data;
    },
  });
  parser.end(html);
  return text.trim();
}
