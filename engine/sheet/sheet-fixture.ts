/** Helpers for tests of sheets: read a text in one call, and inspect the result. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '../problem.ts';
import type { Table, TableReading } from './table.ts';
import { createTableReader } from './table-reader.ts';

const ENCODER = new TextEncoder();

export interface ReadOptions {
  file?: string;
  delimiter?: string;
  /** Bytes per push; all at once by default. */
  chunk?: number;
}

function toChunks(bytes: Uint8Array, size: number): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  return chunks;
}

export function readSheet(sheet: string | Uint8Array, options: ReadOptions = {}): TableReading {
  const bytes = typeof sheet === 'string' ? ENCODER.encode(sheet) : sheet;
  const { file = 'towns.csv', delimiter, chunk = bytes.length || 1 } = options;
  const reader = createTableReader(delimiter === undefined ? { file } : { file, delimiter });
  for (const piece of toChunks(bytes, chunk)) reader.push(piece);
  return reader.end();
}

/** Reads a sheet that must not have a fault. */
export function readTable(sheet: string | Uint8Array, options: ReadOptions = {}): Table {
  return getTable(readSheet(sheet, options));
}

export function getTable({ table, problems }: TableReading): Table {
  if (table === undefined) throw new Error(`no table: ${JSON.stringify(problems)}`);
  return table;
}

export function getTexts(table: Table): string[][] {
  return Array.from({ length: table.rowCount }, (_, row) => [...table.getCells(row)]);
}

export function getNames(table: Table): string[] {
  return table.columns.map((column) => column.name);
}

/** Cleans a cell as the spreadsheet shows it, independently of the reader. */
export const toShownText = (cell: string): string =>
  cell
    .replaceAll(/^[\s\u0085\u180e\u200b\u200c\u2060]+|[\s\u0085\u180e\u200b\u200c\u2060]+$/g, '')
    .replaceAll(/\r{0,2}\n|\r/g, '\n')
    .replaceAll(/[\v\f]/g, ' ');

/** Returns the rows that aren't blank, as the spreadsheet shows them. */
export const toShownRows = (rows: readonly (readonly string[])[]): string[][] =>
  rows.map((cells) => cells.map(toShownText)).filter((cells) => cells.some((cell) => cell !== ''));

/** Formats problems as `severity code row field`, without absent parts. */
export function summarizeProblems(problems: readonly Problem[]): string[] {
  return problems.map(({ severity, code, row, field }) =>
    [severity, code, row, field].filter((part) => part !== undefined).join(' '),
  );
}

/** Collects the whole result of a reading, to compare two of them. */
export function createSnapshot({ table, problems }: TableReading): unknown {
  if (table === undefined) return { problems };
  const rows = getTexts(table).map((cells, row) => ({
    cells,
    number: table.rowNumber(row),
    problems: table.rowProblems(row),
  }));
  const { columns, encoding, delimiter, file } = table;
  return { problems, rows, columns, encoding, delimiter, file };
}

export function joinBytes(...parts: (readonly number[] | Uint8Array | string)[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) => [...(typeof part === 'string' ? ENCODER.encode(part) : part)]),
  );
}

/** Encodes UTF-16 without a byte order mark; preserves lone surrogates. */
export function encodeUtf16(text: string, order: 'LE' | 'BE'): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), order === 'LE');
  return bytes;
}

const SHARED = join(import.meta.dirname, '../../../shared');

/** Returns a path in the shared corpora next to a checkout, or `undefined` without them. */
export function findShared(path: string): string | undefined {
  const full = join(SHARED, path);
  return existsSync(full) ? full : undefined;
}

export function listShared(folder: string, ending: string): string[] {
  const full = findShared(folder);
  if (full === undefined) return [];
  return readdirSync(full)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(full, name));
}
