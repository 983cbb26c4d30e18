/** Reads the text of an XML export to its outline. */
import type { Problem } from '../../../problem.ts';
import { type ConvertedXml, convertHtmlEntities } from '../../../text/html-entities.ts';
import { outlineXml } from '../../../text/xml-outline.ts';
import type { DecodedFile, XmlFile } from '../../platform.ts';
import { checkSeedCaps } from '../seed-caps.ts';

/** The fault as the file has it: blank lines before the declaration count, and a bare `&` is named as such. */
function placeFault(fault: Problem, xml: ConvertedXml, skippedLines: number): Problem {
  let { line, column, text } = fault;
  if (fault.code === 'seed-not-xml' && xml.bareAmpersand !== undefined && line !== undefined) {
    const before = xml.text.slice(0, xml.bareAmpersand).split('\n');
    if (before.length <= line) {
      line = before.length;
      column = (before.at(-1) ?? '').length + 1;
      text =
        'This is not well-formed XML: an "&" outside CDATA is not written as "&amp;". Export the page again and upload that file unchanged.';
    }
  }
  if (line === undefined) return fault;
  return { ...fault, line: line + skippedLines, ...(column === undefined ? {} : { column }), text };
}

/** @param decoded without white space at the start of its text */
export function readXmlFile(decoded: DecodedFile, advice: string): { file?: XmlFile; problems: Problem[] } {
  const { file, skippedLines } = decoded;
  if (!decoded.text.startsWith('<')) {
    const text = `This is not XML: an export begins with "<?xml". ${advice}`;
    return { problems: [{ code: 'seed-not-xml', severity: 'fault', file, line: 1, column: 1, text }] };
  }
  const excess = checkSeedCaps(decoded.text);
  if (excess) return { problems: [{ ...excess, file }] };
  const predefined = convertHtmlEntities(decoded.text.trimEnd());
  const root = outlineXml(predefined.text, file, advice);
  if ('severity' in root) return { problems: [placeFault(root, predefined, skippedLines)] };
  return { file: { ...decoded, text: `${predefined.text}\n`, root }, problems: [] };
}
