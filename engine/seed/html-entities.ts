/**
 * Named references of HTML outside CDATA (`&nbsp;`), which some programs write into XML: they become
 * numeric ones, because XML knows five names only and importers drop the others or stop.
 */
import { decodeHtmlReference } from './html-reference.ts';

const SECTION_OR_NAME = /<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->|&([A-Za-z][A-Za-z0-9]*);/g;
const XML_NAMES = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);

/** The same XML with numeric references for HTML's names; names that HTML does not know stay. */
export function predefineHtmlEntities(xml: string): string {
  return xml.replaceAll(SECTION_OR_NAME, (whole: string, name: string | undefined) => {
    if (name === undefined || XML_NAMES.has(name)) return whole;
    const decoded = decodeHtmlReference(whole);
    if (decoded === whole) return whole;
    return [...decoded].map((character) => `&#${character.codePointAt(0)};`).join('');
  });
}
