/** Decodes the bytes of pages and style sheets by their byte order mark, header and declaration, in the order of the WHATWG. */
import { readTags } from './html-tags.rules.ts';

/** HTML Standard, 13.2.3.2: number of bytes that are searched for the encoding. */
const PRESCAN_BYTES = 1_024;
/** MIME Sniffing Standard, 7.1: the beginnings of HTML. */
const HTML_START =
  /^(?:\xEF\xBB\xBF)?[\t\n\f\r ]*<(?:!--|(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[ >])/i;

/** Recognizes HTML in a response without a content type. */
export function isHtml(bytes: Uint8Array): boolean {
  return HTML_START.test(readLatin(bytes, PRESCAN_BYTES));
}

/** @param contentType the header, empty if missing */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const decoder = findDecoder(bytes, contentType) ?? createDecoder(findDeclaration(bytes));
  if (decoder) return decoder.decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Decodes a style sheet (CSS Syntax, 3.2). @param contentType the header, empty if missing */
export function decodeSheet(bytes: Uint8Array, contentType: string): string {
  const declared = /^@charset "([^"]*)";/.exec(readLatin(bytes, PRESCAN_BYTES))?.[1];
  const decoder = findDecoder(bytes, contentType) ?? createDecoder(readable(declared));
  return (decoder ?? new TextDecoder()).decode(bytes);
}

function findDecoder(bytes: Uint8Array, contentType: string) {
  const header = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1];
  return createDecoder(findByteOrderMark(bytes)) ?? createDecoder(header);
}

/** @returns undefined for a label that isn't in the Encoding Standard */
function createDecoder(label: string | undefined) {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}

function findByteOrderMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined;
}

/** Reads the encoding of a meta element, else of an XML declaration. */
function findDeclaration(bytes: Uint8Array): string | undefined {
  const start = readLatin(bytes, PRESCAN_BYTES);
  let found: string | undefined;
  const onOpen = (name: string, attributes: ReadonlyMap<string, string>) => {
    if (name !== 'meta') return;
    const isContentType = attributes.get('http-equiv')?.toLowerCase() === 'content-type';
    const content = isContentType ? attributes.get('content') : undefined;
    const label = attributes.get('charset') ?? /charset\s*=\s*["']?([^\s;"']+)/i.exec(content ?? '')?.[1];
    if (createDecoder(label)) found ??= label;
  };
  const reading = readTags(start, { onOpen });
  while (!reading.next().done);
  found ??= /^<\?xml\s[^>]*encoding\s*=\s*["']([^"'>]+)/i.exec(start)?.[1];
  return readable(found);
}

/** A file whose declaration could be read isn't UTF-16. */
function readable(declared: string | undefined): string | undefined {
  return declared !== undefined && /^\s*utf-?16/i.test(declared) ? 'utf-8' : declared;
}

function readLatin(bytes: Uint8Array, length: number): string {
  return String.fromCharCode(...bytes.subarray(0, length));
}
