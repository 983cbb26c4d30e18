/**
 * Bytes of an export to a seed, or every reason why they are none: what people really drop here are
 * web pages, sitemaps, backups of plugins, zipped exports and files that a download cut off.
 */
import { readWxr } from '../formats/wordpress-wxr-read.ts';
import { SEED_BYTES } from '../limits.ts';
import type { Problem } from '../problem.ts';
import { tellSeedTooLarge } from '../unread-file.ts';
import { decodeSeedBytes } from '../text/decode-bytes.ts';
import { type PredefinedXml, predefineHtmlEntities } from '../text/html-entities.ts';
import { judgeSeedCaps } from './seed-caps.ts';
import type { SeedReading } from './seed.ts';
import { type XmlElement, outlineXml } from '../text/xml-outline.ts';

/** Bytes that are looked at for what a file is; a saved web page may begin with a comment. */
const HEAD_BYTES = 1000;

const EXPORT_ADVICE =
  'In WordPress open Tools → Export, choose the page and upload the .xml file it gives you.';

/** Beginnings of files that are no XML, with what they are. */
const FOREIGN: readonly { begins: RegExp; code: string; what: string }[] = [
  {
    begins: /^PK\u0003\u0004/,
    code: 'seed-zip',
    what: 'This is a ZIP archive (or an Excel file). Unpack it first and upload the .xml file inside.',
  },
  {
    begins: /^\u001f\u008b/,
    code: 'seed-zip',
    what: 'This is a compressed file. Unpack it first and upload the .xml file inside.',
  },
  {
    begins: /^(?:Rar!|7z\u00bc\u00af|BZh|\u00fd7zXZ)/,
    code: 'seed-zip',
    what: 'This is an archive. Unpack it first and upload the .xml file inside.',
  },
  { begins: /^%PDF/, code: 'seed-wrong-type', what: `This is a PDF. ${EXPORT_ADVICE}` },
  {
    begins: /^(?:\u0089PNG|\u00ff\u00d8\u00ff|GIF8|RIFF)/,
    code: 'seed-wrong-type',
    what: `This is a picture. ${EXPORT_ADVICE}`,
  },
  {
    begins: /^\s*(?:<!--(?:(?!-->)[^])*-->\s*)*(?:<!doctype\s+html|<html[\s>])/i,
    code: 'seed-html',
    what: `This is a web page, not an export of one. ${EXPORT_ADVICE}`,
  },
  {
    begins: /^\s*(?:--\s|\/\*M?!|CREATE TABLE|INSERT INTO|SET )/i,
    code: 'seed-backup',
    what: `This is a database backup. ${EXPORT_ADVICE}`,
  },
  {
    begins: /^\s*[[{]/,
    code: 'seed-backup',
    what: `This is JSON: a template or a backup of a plugin. ${EXPORT_ADVICE}`,
  },
];

/** Root elements of XML files that are no export. */
const FOREIGN_ROOTS: ReadonlyMap<string, string> = new Map([
  ['urlset', 'This is a sitemap: it lists addresses, but holds no page.'],
  ['sitemapindex', 'This is an index of sitemaps: it lists addresses, but holds no page.'],
  ['feed', 'This is an Atom feed, not an export.'],
  ['html', 'This is a web page, not an export of one.'],
  ['database', 'This is a database backup, not an export of a page.'],
  ['mysqldump', 'This is a database backup, not an export of a page.'],
]);

function refuse(problem: Omit<Problem, 'severity'>): SeedReading {
  return { problems: [{ severity: 'fault', ...problem }] };
}

function looksBinary(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 512);
  return head.some((byte, index) => byte === 0 && head[index + 1] === 0);
}

function findForeign(head: string): { code: string; what: string } | undefined {
  return FOREIGN.find((foreign) => foreign.begins.test(head));
}

function foreignFile(bytes: Uint8Array): { code: string; what: string } | undefined {
  let head = '';
  for (const byte of bytes.subarray(0, HEAD_BYTES)) head += String.fromCharCode(byte);
  const known = findForeign(head.replace(/^\u00ef\u00bb\u00bf/, ''));
  if (known) return known;
  if (looksBinary(bytes))
    return { code: 'seed-wrong-type', what: `This is a binary file, not an export. ${EXPORT_ADVICE}` };
  return undefined;
}

function foreignRoot(root: XmlElement): string | undefined {
  if (root.name === 'rss') return undefined;
  const what =
    FOREIGN_ROOTS.get(root.local.toLowerCase()) ??
    `The file's outermost element is <${root.name}>, that of a WordPress export is <rss>: this comes from another program or a backup plugin.`;
  return `${what} ${EXPORT_ADVICE}`;
}

/** The fault as the file has it: blank lines before the declaration count, and a bare `&` is named as such. */
function placeFault(fault: Problem, xml: PredefinedXml, skippedLines: number): Problem {
  let { line, column, text } = fault;
  if (fault.code === 'seed-not-xml' && xml.bareAmpersand !== undefined && line !== undefined) {
    const before = xml.text.slice(0, xml.bareAmpersand).split('\n');
    if (before.length <= line) {
      line = before.length;
      column = (before.at(-1) ?? '').length + 1;
      text =
        'This is not well-formed XML: an "&" stands outside CDATA without being written as "&amp;". Export the page again and upload that file unchanged.';
    }
  }
  if (line === undefined) return fault;
  return { ...fault, line: line + skippedLines, ...(column === undefined ? {} : { column }), text };
}

/**
 * Reads a seed. `file` is the name that problems carry.
 * A seed comes back exactly when no fault is among the problems.
 */
export function readSeed(bytes: Uint8Array, file: string): SeedReading {
  if (bytes.length > SEED_BYTES) return { problems: [tellSeedTooLarge(file, bytes.length)] };
  if (bytes.length === 0)
    return refuse({ code: 'seed-empty', file, text: `The file is empty. ${EXPORT_ADVICE}` });
  const foreign = foreignFile(bytes);
  if (foreign) return refuse({ code: foreign.code, file, line: 1, column: 1, text: foreign.what });
  const decoded = decodeSeedBytes(bytes, file);
  if ('code' in decoded) return { problems: [decoded] };
  const trimmed = decoded.text.trimStart();
  if (trimmed === '')
    return refuse({ code: 'seed-empty', file, text: `The file is empty. ${EXPORT_ADVICE}` });
  // in UTF-16 the bytes alone do not show it
  const decodedForeign = findForeign(trimmed.slice(0, HEAD_BYTES));
  if (decodedForeign)
    return refuse({ code: decodedForeign.code, file, line: 1, column: 1, text: decodedForeign.what });
  if (!trimmed.startsWith('<')) {
    return refuse({
      code: 'seed-not-xml',
      file,
      line: 1,
      column: 1,
      text: `This is not XML: an export begins with "<?xml". ${EXPORT_ADVICE}`,
    });
  }
  const skippedLines = decoded.text.slice(0, decoded.text.length - trimmed.length).split('\n').length - 1;
  const excess = judgeSeedCaps(trimmed);
  if (excess) return { problems: [{ ...excess, file }] };
  const predefined = predefineHtmlEntities(trimmed.trimEnd());
  const root = outlineXml(predefined.text, file);
  if ('severity' in root) return { problems: [placeFault(root, predefined, skippedLines)] };
  const text = `${predefined.text}\n`;
  const foreignText = foreignRoot(root);
  if (foreignText !== undefined)
    return refuse({ code: 'seed-not-wordpress', file, line: 1 + skippedLines, column: 1, text: foreignText });
  return readWxr({ file, bytes: bytes.length, text, skippedLines, root });
}
