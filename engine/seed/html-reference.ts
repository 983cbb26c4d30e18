/**
 * Character references of HTML (`&#8220;`, `&quot;`, `&nbsp;`), decoded so that a placeholder is
 * found however an editor wrote it.
 */
import { Parser } from 'htmlparser2';
import { type SourceText, decodeMatches } from './source-text.ts';

const REFERENCE = /&(?:#[xX][0-9a-fA-F]+|#[0-9]+|[A-Za-z][A-Za-z0-9]*);/g;
const known = new Map<string, string>();

/** What one reference with its `;` stands for in HTML; the text itself where the name is unknown. */
export function decodeHtmlReference(reference: string): string {
  let decoded = known.get(reference);
  if (decoded === undefined) {
    let text = '';
    const parser = new Parser({
      ontext: (data) => {
        text += data;
      },
    });
    parser.end(reference);
    decoded = text;
    known.set(reference, decoded);
  }
  return decoded;
}

export function decodeHtmlText(text: string): SourceText {
  return decodeMatches(text, REFERENCE, decodeHtmlReference);
}
