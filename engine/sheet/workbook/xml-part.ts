/**
 * Reads one XML part of a workbook as a stream of elements, with limits that stop malicious parts. Stores only the
 * depth of open elements.
 */
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { findByteOrderMark } from '../../text/decode-bytes.ts';
import { corruptPart } from './unreadable-workbook.ts';
import type { ZipArchive } from './zip-archive.ts';

/** Receives names without their prefix, because some programs write `x:row`. */
export interface PartHandler {
  /** Maximum unpacked size of the part. */
  limitBytes?: number;
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
  /** Called between chunks; returns true to stop. */
  isDone?(): boolean;
}

/** Maximum unpacked size of a list of sheets, relationships or styles (16 MiB). */
export const LIST_BYTES = 16 * 1024 * 1024;
/** Maximum depth of elements; spreadsheet programs write far fewer. */
const MAX_DEPTH = 64;
/** Maximum length of a text or a tag; a cell has at most 32,767 characters. */
const MAX_TOKEN_CHARACTERS = 4 * 1024 * 1024;

/** Returns `row` for `x:row`. */
function getLocalName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Finds the attribute with this local name, with any prefix: `r:id`. */
export function findAttribute(attributes: Record<string, string>, name: string): string | undefined {
  const found = Object.keys(attributes).find((key) => getLocalName(key) === name);
  return found === undefined ? undefined : attributes[found];
}

/** Decodes a cell, in which characters that XML doesn't allow are `_x0007_`, and `_x005F_` is an escaped underscore. */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

class PartReader {
  /** Number of characters since the last element. */
  quiet = 0;
  readonly #path: string;
  readonly #parser = new SaxesParser();

  constructor(path: string, handler: PartHandler) {
    this.#path = path;
    const parser = this.#parser;
    let depth = 0;
    parser.on('error', () => {
      throw corruptPart(path, 'is not well-formed XML');
    });
    parser.on('doctype', () => {
      throw corruptPart(path, 'has a DOCTYPE, which no spreadsheet program writes');
    });
    parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
      this.quiet = 0;
      depth += 1;
      if (depth > MAX_DEPTH) throw corruptPart(path, `has elements nested deeper than ${MAX_DEPTH}`);
      handler.open?.(getLocalName(name), attributes);
    });
    parser.on('closetag', ({ name }) => {
      this.quiet = 0;
      depth -= 1;
      handler.close?.(getLocalName(name));
    });
    const take = (text: string): void => handler.text?.(text);
    parser.on('text', take);
    parser.on('cdata', take);
  }

  read(text: string): void {
    this.quiet += text.length;
    this.#parser.write(text);
    if (this.quiet > MAX_TOKEN_CHARACTERS)
      throw corruptPart(this.#path, 'has a text that is too long for a cell');
  }

  end(): void {
    this.#parser.close();
  }
}

/**
 * Reads the part at `path` to its end, or until the handler is done.
 * @throws UnreadableWorkbook
 */
export function readXmlPart(archive: ZipArchive, path: string, handler: PartHandler): void {
  const reader = new PartReader(path, handler);
  let decoder: TextDecoder | undefined;
  const decode = (piece?: Uint8Array): string => {
    try {
      return piece ? (decoder?.decode(piece, { stream: true }) ?? '') : (decoder?.decode() ?? '');
    } catch {
      throw corruptPart(path, 'has bytes that are not characters');
    }
  };
  for (const piece of archive.unpack(path, handler.limitBytes)) {
    // The format (OPC) allows UTF-8, and UTF-16 with a byte order mark.
    decoder ??= new TextDecoder(findByteOrderMark(piece)?.encoding ?? 'utf-8', { fatal: true });
    reader.read(decode(piece));
    if (handler.isDone?.()) return;
  }
  reader.read(decode());
  reader.end();
}
