/**
 * The text of an element without child elements: character data, CDATA sections and references put
 * together as a parser reports them, with the way back to the raw text.
 */
import { type SourceText, SourceTextBuilder } from './source-text.ts';

const PREDEFINED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const MARKUP = /<!\[CDATA\[|<!--|<\?|&(?:#x[0-9a-fA-F]+|#[0-9]+|[A-Za-z][A-Za-z0-9]*);|\r\n?/g;

/** The character that an XML reference stands for; `undefined` for a name XML does not know. */
export function decodeXmlReference(reference: string): string | undefined {
  const name = reference.slice(1, -1);
  if (name.startsWith('#x')) return String.fromCodePoint(Number.parseInt(name.slice(2), 16));
  if (name.startsWith('#')) return String.fromCodePoint(Number.parseInt(name.slice(1), 10));
  return PREDEFINED[name];
}

function copyNormalised(
  builder: SourceTextBuilder,
  source: string,
  range: { from: number; to: number },
): void {
  let from = range.from;
  for (;;) {
    const carriage = source.indexOf('\r', from);
    if (carriage < 0 || carriage >= range.to) break;
    builder.copy(from, carriage);
    const width = source[carriage + 1] === '\n' ? 2 : 1;
    builder.replace(carriage, carriage + width, '\n');
    from = carriage + width;
  }
  builder.copy(from, range.to);
}

/** Decoded text of the raw content `[from, to)`; line breaks become LF, as XML has it. */
export function decodeXmlText(source: string, from: number, to: number): SourceText {
  const builder = new SourceTextBuilder(source);
  MARKUP.lastIndex = from;
  let last = from;
  for (let match = MARKUP.exec(source); match && match.index < to; match = MARKUP.exec(source)) {
    const at = match.index;
    const token = match[0];
    builder.copy(last, at);
    last = at + token.length;
    if (token === '<![CDATA[') {
      const close = source.indexOf(']]>', last);
      copyNormalised(builder, source, { from: last, to: close });
      last = close + 3;
    } else if (token === '<!--') {
      last = source.indexOf('-->', last) + 3;
    } else if (token === '<?') {
      last = source.indexOf('?>', last) + 2;
    } else if (token.startsWith('\r')) {
      builder.replace(at, last, '\n');
    } else {
      builder.replace(at, last, decodeXmlReference(token) ?? token);
    }
    MARKUP.lastIndex = last;
  }
  builder.copy(last, to);
  return builder.finish();
}

/** Does the raw position stand inside a CDATA section? `from` is where the leaf's content begins. */
export function standsInCdata(source: string, from: number, position: number): boolean {
  const open = source.lastIndexOf('<![CDATA[', position - 1);
  if (open < from) return false;
  const close = source.indexOf(']]>', open + 9);
  return close < 0 || close >= position;
}
