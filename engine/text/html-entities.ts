/**
 * Converts named HTML references outside CDATA (`&nbsp;`), which some programs write to XML, to numeric ones: XML
 * defines five names, and importers drop the others or stop.
 */
import { decodeHtmlReference } from './html-reference.ts';

const MARK = /<!\[CDATA\[|<!--|<\?|&/g;
const REFERENCE = /&(?:#[0-9]+|#x[0-9a-fA-F]+|([A-Za-z][A-Za-z0-9]*));/y;
const CLOSERS: Record<string, string> = { '<![CDATA[': ']]>', '<!--': '-->', '<?': '?>' };
const XML_NAMES = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);

export interface ConvertedXml {
  text: string;
  /** Position in `text` of the first `&` that doesn't begin a reference. */
  bareAmpersand?: number;
}

/** Converts a reference; pads the number to the length of the name, so that columns in problems are right. */
function toNumeric(reference: string): string {
  const decoded = decodeHtmlReference(reference);
  if (decoded === reference) return reference;
  const numbers = [...decoded].map((character) => String(character.codePointAt(0)));
  const length = numbers.reduce((sum, number) => sum + number.length + 3, 0);
  numbers[0] = (numbers[0] ?? '').padStart((numbers[0] ?? '').length + reference.length - length, '0');
  return numbers.map((number) => `&#${number};`).join('');
}

/** Converts all named references; names that HTML doesn't define are unchanged. */
export function convertHtmlEntities(xml: string): ConvertedXml {
  let text = '';
  let copied = 0;
  let bareAmpersand: number | undefined;
  MARK.lastIndex = 0;
  for (let mark = MARK.exec(xml); mark; mark = MARK.exec(xml)) {
    const closer = CLOSERS[mark[0]];
    if (closer !== undefined) {
      const close = xml.indexOf(closer, MARK.lastIndex);
      if (close < 0) break;
      MARK.lastIndex = close + closer.length;
      continue;
    }
    REFERENCE.lastIndex = mark.index;
    const reference = REFERENCE.exec(xml);
    if (!reference) {
      bareAmpersand ??= text.length + mark.index - copied;
      continue;
    }
    MARK.lastIndex = REFERENCE.lastIndex;
    if (reference[1] === undefined || XML_NAMES.has(reference[1])) continue;
    text += xml.slice(copied, mark.index) + toNumeric(reference[0]);
    copied = MARK.lastIndex;
  }
  text += xml.slice(copied);
  return bareAmpersand === undefined ? { text } : { text, bareAmpersand };
}
