/**
 * Reads CSV, TSV and their kin from chunks of bytes.
 */
import Papa from 'papaparse';
import { columnKey } from '../column-name.ts';
import type { Problem } from '../problem.ts';
import { toByteString } from './byte-string.ts';
import { TableBuilder } from './table-builder.ts';
import type { TableReading } from './table.ts';

export interface TableReader {
  push(bytes: Uint8Array): void;
  end(): TableReading;
}

/** First working step: whole text at once. */
export function createTableReader({ file, delimiter }: { file: string; delimiter?: string }): TableReader {
  let text = '';
  return {
    push(bytes) {
      text += toByteString(bytes);
    },
    end() {
      const source = text.startsWith('\u00ef\u00bb\u00bf') ? text.slice(3) : text;
      const parsed = Papa.parse<string[]>(source, delimiter === undefined ? {} : { delimiter });
      const problems: Problem[] = [];
      const header = parsed.data[0] ?? [];
      const columns = header.map((name) => ({ name: name.trim(), key: columnKey(name) }));
      const builder = new TableBuilder();
      parsed.data.forEach((cells, index) => {
        if (index === 0 || cells.every((cell) => cell === '')) return;
        builder.addRow(index + 1);
        columns.forEach((_, column) => builder.addCell(cells[column] ?? ''));
      });
      if (builder.rowCount === 0) {
        problems.push({ code: 'header-only', severity: 'fault', text: `${file} has no rows.`, file });
        return { problems };
      }
      const about = { file, encoding: 'UTF-8', delimiter: parsed.meta.delimiter, columns };
      return { table: builder.finish({ ...about, rowProblems: new Map() }), problems };
    },
  };
}
