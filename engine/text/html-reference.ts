/**
 * Character references of HTML (`&#8220;`, `&quot;`, `&nbsp;`), decoded so that a placeholder is
 * found however an editor wrote it.
 */
import { Parser } from 'htmlparser2';
import { SourceText, decodeMatches } from './source-text.ts';

const REFERENCE = /&(?:#[xX][0-9a-fA-F]+|#[0-9]+|[A-Za-z][A-Za-z0-9]{0,40});/g;
/** A `[`, itself or as a reference. */
const BRACKET = /\[|&(?:#0*91|#[xX]0*5[bB]|lbrack|lsqb);/;
/** References met so far; bounded, because a hostile file can make up any number of names. */
const KNOWN_MOST = 5000;
const known = new Map<string, string>();

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

/** What one reference with its `;` stands for in HTML; the text itself where the name is unknown. */
export function decodeHtmlReference(reference: string): string {
  let decoded = known.get(reference);
  if (decoded === undefined) {
    decoded = parseReference(reference);
    if (known.size < KNOWN_MOST) known.set(reference, decoded);
  }
  return decoded;
}

/** A text with its references decoded, with the way back to where each character stood. */
export function decodeHtmlText(text: string): SourceText {
  return text.includes('&')
    ? decodeMatches(text, REFERENCE, decodeHtmlReference)
    : SourceText.window(text, 0, text.length);
}

/** Could a text hold a placeholder once its references are decoded? */
export function mayContainBracket(text: string): boolean {
  return BRACKET.test(text);
}

const HIDDEN_ELEMENTS = new Set(['script', 'style']);

/** Reads the visible text of some HTML. Its tags never become elements, so nothing in them can run or be blocked. */
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
