/** Recognizes files that aren't seeds by their beginning: archives, web pages, backups, JSON. */

import { SIGNATURES } from '../text/file-kinds.ts';

/** Bytes that are read to recognize a file; a saved web page may begin with a comment. */
const HEAD_BYTES = 1000;

interface ForeignKind {
  begins: RegExp;
  code: string;
  what: string;
  /** Advice to the user; the format's own if omitted. */
  remedy?: string;
}

export interface Foreign {
  code: string;
  text: string;
}

const FOREIGN: readonly ForeignKind[] = [
  {
    // the first parts of the ZIP archive
    begins: /^PK\u0003\u0004[^]*?(?:\[Content_Types\]\.xml|_rels\/|xl\/)/,
    code: 'seed-wrong-type',
    what: 'This is an Office file, such as an Excel workbook.',
  },
  {
    begins: SIGNATURES.zip,
    code: 'seed-zip',
    what: 'This is a ZIP archive.',
    remedy: 'Unpack it first and upload the .{extension} file inside.',
  },
  {
    begins: SIGNATURES.gzip,
    code: 'seed-zip',
    what: 'This is a compressed file.',
    remedy: 'Unpack it first and upload the .{extension} file inside.',
  },
  {
    begins: SIGNATURES.archive,
    code: 'seed-zip',
    what: 'This is an archive.',
    remedy: 'Unpack it first and upload the .{extension} file inside.',
  },
  { begins: SIGNATURES.pdf, code: 'seed-wrong-type', what: 'This is a PDF.' },
  { begins: SIGNATURES.image, code: 'seed-wrong-type', what: 'This is an image.' },
  {
    begins: /^\s*(?:<!--(?:(?!-->)[^])*-->\s*)*(?:<!doctype\s+html|<html[\s>])/i,
    code: 'seed-html',
    what: 'This is a web page, not an export of one.',
  },
  {
    begins: /^\s*(?:--\s|\/\*M?!|CREATE TABLE|INSERT INTO|SET )/i,
    code: 'seed-backup',
    what: 'This is a database backup.',
  },
  {
    begins: /^\s*(?:---\s*\n|[\w-]+:(?:[ \t][^\n]*)?\n\s*[\w-]+:(?:\s|$))/,
    code: 'seed-backup',
    what: 'This is YAML, not an export of a page.',
  },
  {
    begins: /^\s*[[{]/,
    code: 'seed-backup',
    what: 'This is JSON: a template or a backup.',
  },
];

function looksBinary(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 512);
  return head.some((byte, index) => byte === 0 && head[index + 1] === 0);
}

interface Wanted {
  extension: string;
  advice: string;
}

function describe(
  { code, what, remedy }: Omit<ForeignKind, 'begins'>,
  { extension, advice }: Wanted,
): Foreign {
  return { code, text: `${what} ${remedy?.replace('{extension}', extension) ?? advice}` };
}

/** Recognizes a text that isn’t a seed by its start. */
export function findForeignText(text: string, wanted: Wanted): Foreign | undefined {
  const found = FOREIGN.find(({ begins }) => begins.test(text.slice(0, HEAD_BYTES)));
  return found && describe(found, wanted);
}

/** Recognizes a file that isn’t a seed by its first bytes. */
export function findForeignFile(bytes: Uint8Array, wanted: Wanted): Foreign | undefined {
  let head = '';
  for (const byte of bytes.subarray(0, HEAD_BYTES)) head += String.fromCharCode(byte);
  const known = findForeignText(head.replace(/^\u00ef\u00bb\u00bf/, ''), wanted);
  if (known || !looksBinary(bytes)) return known;
  return describe({ code: 'seed-wrong-type', what: 'This is a binary file, not an export.' }, wanted);
}
