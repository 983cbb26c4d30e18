/**
 * Comments of an XML document before its parser gets them. libxml2 refuses one of more than 10,000,000 bytes
 * ("Comment too big found"), and saxes builds a string anew at each hyphen within one.
 */

const MARK = /<!\[CDATA\[|<!--|<\?/g;
const CLOSERS: Record<string, string> = { '<![CDATA[': ']]>', '<!--': '-->', '<?': '?>' };
const SHORT = 1000;

/** The comments, each with the place behind its `-->`. */
export function* findComments(xml: string): Generator<{ from: number; to: number }> {
  const mark = new RegExp(MARK);
  for (let match = mark.exec(xml); match; match = mark.exec(xml)) {
    const closer = CLOSERS[match[0]] ?? '';
    const close = xml.indexOf(closer, mark.lastIndex);
    if (close < 0) return;
    mark.lastIndex = close + closer.length;
    if (match[0] === '<!--') yield { from: match.index, to: mark.lastIndex };
  }
}

/** The same document, as long and as well-formed as before, with no single hyphen in its long comments. */
export function maskComments(xml: string): string {
  let text = '';
  let copied = 0;
  for (const { from, to } of findComments(xml)) {
    const inner = xml.slice(from + 4, to - 3);
    // What begins or ends with a hyphen, or holds two, is for the parser to refuse.
    if (inner.length < SHORT || inner.includes('--') || inner.startsWith('-') || inner.endsWith('-'))
      continue;
    text += `${xml.slice(copied, from)}<!--${inner.replaceAll('-', '_')}-->`;
    copied = to;
  }
  return copied === 0 ? xml : text + xml.slice(copied);
}
