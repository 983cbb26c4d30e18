/**
 * Reads one XML part of a workbook as a stream of elements, with the limits that keep a part made to
 * do harm from taking time or memory: nothing is kept here but the path of open elements.
 */
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { corruptPart } from './unreadable-workbook.ts';
import type { ZipArchive } from './zip-archive.ts';

/** Names come without their prefix: some programs write `x:row`. */
export interface PartHandler {
  /** A larger part is refused. */
  limitBytes?: number;
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
  /** Asked between pieces: nothing that follows is of interest. */
  isDone?(): boolean;
}

/** Unpacked, of a part that is a list: of sheets, of relationships, of styles (16 MiB). */
export const LIST_BYTES = 16 * 1024 * 1024;
/** Far above what a spreadsheet program writes. */
const DEPTH = 64;
/** A text or a tag of this many characters is none of a sheet, whose cells hold 32,767 at most. */
const TOKEN_CHARACTERS = 4 * 1024 * 1024;

/** `row` of `x:row`. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The value of the attribute with this name, whatever its prefix: `r:id`. */
export function findAttribute(attributes: Record<string, string>, name: string): string | undefined {
  const found = Object.keys(attributes).find((key) => localName(key) === name);
  return found === undefined ? undefined : attributes[found];
}

/** The format (OPC) allows UTF-8 and UTF-16, the latter with a byte order mark. */
function encodingOf(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : 'utf-8';
}

class PartReader {
  /** Characters since the last element or text. */
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
      if (depth > DEPTH) throw corruptPart(path, `has elements nested deeper than ${DEPTH}`);
      handler.open?.(localName(name), attributes);
    });
    parser.on('closetag', ({ name }) => {
      this.quiet = 0;
      depth -= 1;
      handler.close?.(localName(name));
    });
    const take = (text: string): void => handler.text?.(text);
    parser.on('text', take);
    parser.on('cdata', take);
  }

  read(text: string): void {
    this.quiet += text.length;
    this.#parser.write(text);
    if (this.quiet > TOKEN_CHARACTERS) throw corruptPart(this.#path, 'holds a text that no cell can hold');
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
      throw corruptPart(path, 'holds bytes that are no characters');
    }
  };
  for (const piece of archive.unpack(path, handler.limitBytes)) {
    decoder ??= new TextDecoder(encodingOf(piece), { fatal: true });
    reader.read(decode(piece));
    if (handler.isDone?.()) return;
  }
  reader.read(decode());
  reader.end();
}
