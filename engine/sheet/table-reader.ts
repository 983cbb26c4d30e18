/**
 * Reads CSV, TSV and similar formats from chunks of bytes. Bytes are collected into blocks of a fixed size, so that
 * the result doesn't depend on the size of the chunks.
 */
import { findSignature } from '../text/file-kinds.ts';
import { RecordReader } from './record-reader.ts';
import { createSheetDecoder, type SheetDecoder } from './decode-sheet.ts';
import { detectDialect } from './sheet-dialect.ts';
import { detectFileKind, detectEncoding } from './sheet-head.ts';
import { SHEET_PROBLEM } from './sheet-problem.ts';
import { SheetRows } from './sheet-rows.ts';
import type { TableReading } from './table.ts';

const BLOCK_BYTES = 65_536;

/** Checks if the file is a ZIP archive, like each XLSX file; its extension may be wrong. */
export const isArchive = (bytes: Uint8Array): boolean => findSignature(bytes) === 'zip';

/** Reads a sheet in chunks of any size. */
export interface TableReader {
  push(bytes: Uint8Array): void;
  /** Call once, after the last chunk. */
  end(): TableReading;
}

export interface TableReaderOptions {
  /** File name in problems. */
  file: string;
  /**
   * One character. By default it is taken from Excel's line `sep=;`, or detected from the first ten records:
   * comma, TAB, `|` or `;`.
   */
  delimiter?: string;
  /** A label of TextDecoder for a single-byte encoding; a byte order mark takes precedence. */
  encoding?: string | undefined;
}

/**
 * Reads a sheet of text (not XLSX) from its bytes.
 *
 * @returns a reader whose `end()` returns the table and all problems, or only the problems if one of them is a fault.
 */
export function createTableReader(options: TableReaderOptions): TableReader {
  const reader = new SheetReader(options);
  const block = new Uint8Array(BLOCK_BYTES);
  let used = 0;
  return {
    push(bytes) {
      let at = 0;
      while (at < bytes.length && !reader.isDone) {
        // A full block is read only when another byte follows, so that the last block is known.
        if (used === BLOCK_BYTES) {
          reader.read(block, false);
          used = 0;
        }
        const taken = Math.min(BLOCK_BYTES - used, bytes.length - at);
        block.set(bytes.subarray(at, at + taken), used);
        used += taken;
        at += taken;
      }
    },
    end() {
      if (!reader.isDone) reader.read(block.subarray(0, used), true);
      return reader.end();
    },
  };
}

class SheetReader {
  isDone = false;
  readonly #rows: SheetRows;
  readonly #delimiter: string | undefined;
  readonly #chosen: string | undefined;
  #encoding = 'UTF-8';
  #decoder: SheetDecoder | undefined;
  #records: RecordReader | undefined;

  constructor({ file, delimiter, encoding }: TableReaderOptions) {
    this.#rows = new SheetRows({ file, hasEvenRows: false });
    this.#delimiter = delimiter;
    this.#chosen = encoding;
  }

  read(block: Uint8Array, isLast: boolean): void {
    const text = this.#decoder?.(block, isLast) ?? this.#readHead(block, isLast);
    this.#records?.read(text, isLast);
    this.isDone ||= this.#rows.isFull;
  }

  #readHead(block: Uint8Array, isLast: boolean): string {
    const { encoding, markBytes } = detectEncoding(block);
    this.#encoding = markBytes === 0 && encoding === 'UTF-8' ? (this.#chosen ?? encoding) : encoding;
    this.#rows.hasMarks = this.#encoding === 'UTF-8';
    this.#decoder = createSheetDecoder(this.#encoding);
    const bytes = block.subarray(markBytes);
    const text = this.#decoder(bytes, isLast);
    const kind = detectFileKind(bytes, text);
    if (kind !== undefined) {
      this.#rows.problems.add(SHEET_PROBLEM.kind(kind));
      this.isDone = true;
      return '';
    }
    const lines = isLast ? text : text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1);
    const { preamble, ...dialect } = detectDialect(lines, this.#delimiter);
    this.#records = new RecordReader(this.#rows, dialect);
    return text.slice(preamble);
  }

  end(): TableReading {
    return this.#rows.end({ encoding: this.#encoding, delimiter: this.#records?.delimiter ?? ',' });
  }
}
