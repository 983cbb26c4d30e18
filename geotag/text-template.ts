/** Compiles and fills the templates of file names and captions: plain text with placeholders. */
import type { Problem } from '#engine/problem.ts';
import type { Table } from '#engine/sheet/table.ts';
import type { Columns } from '#engine/language/columns.ts';
import { applyFilters, describeInvalidFilter, type Filter } from '#engine/language/filters.ts';
import { findBracketed } from '#engine/language/placeholder.ts';
import { slugify } from '#engine/text/slugify.ts';
import { type ValueSource, listSourceColumns, readSource } from '#engine/language/value.ts';
import { toColumnKey } from '#engine/sheet/column-name.ts';

type Part = string | { source: ValueSource | 'image-name'; filters: readonly Filter[] };

export interface TextTemplate {
  parts: Part[];
  /** Columns of the table that it uses. */
  columns: number[];
}

const IMAGE_NAME = toColumnKey('image_name');

/** A template filled for one row, except `[image_name]`. Plain data, so that it can be stored. */
export type RowText = (string | { filters: Filter[] })[];

/** A row of a table. */
export interface TextPlace {
  table: Table;
  row: number;
}

/** Compiles a template; each placeholder without a source is a fault. */
export function compileText(
  text: string,
  columns: Columns,
  field: string,
): { template: TextTemplate; problems: Problem[] } {
  const parts: Part[] = [];
  const used: number[] = [];
  const problems: Problem[] = [];
  let copied = 0;
  for (const bracketed of findBracketed(text)) {
    const { name, filters, unknownFilter, from, to } = bracketed;
    if (name === '') continue;
    const resolved = columns.resolve(name);
    const source = resolved?.source ?? (toColumnKey(name) === IMAGE_NAME ? 'image-name' : undefined);
    if (source === undefined || unknownFilter !== undefined || resolved?.source.kind === 'page-url') {
      problems.push(
        createUnknownProblem({ text: bracketed.text, nearest: columns.nearest(name), unknownFilter, field }),
      );
      continue;
    }
    if (source !== 'image-name') {
      used.push(...listSourceColumns(source));
    }
    parts.push(text.slice(copied, from), { source, filters });
    copied = to;
  }
  parts.push(text.slice(copied));
  return { template: { parts, columns: used }, problems };
}

interface Unknown {
  text: string;
  nearest: string | undefined;
  unknownFilter: string | undefined;
  field: string;
}

function createUnknownProblem({ text, nearest, unknownFilter, field }: Unknown): Problem {
  if (unknownFilter !== undefined)
    return {
      code: 'filter-unknown',
      severity: 'fault',
      field,
      text: `${text}: ${describeInvalidFilter(unknownFilter)}`,
    };
  const question = nearest === undefined ? '' : ` Did you mean [${nearest}]?`;
  const remedy = 'Fix the name, or add a column of that name.';
  return {
    code: 'placeholder-unknown',
    severity: 'fault',
    field,
    text: `${text} has no matching column in the sheet.${question} ${remedy}`,
  };
}

/** Fills all but `[image_name]`. */
export function fillRow({ parts }: TextTemplate, place: TextPlace): RowText {
  return parts.map((part) => {
    if (typeof part === 'string') return part;
    const { source, filters } = part;
    return source === 'image-name'
      ? { filters: [...filters] }
      : applyFilters(getText(source, place), filters);
  });
}

/** @param imageName the image's file name without its extension */
export function fillText(text: RowText, imageName: string): string {
  return text
    .map((part) => (typeof part === 'string' ? part : applyFilters(imageName, part.filters)))
    .join('');
}

function getText(source: ValueSource, { table, row }: TextPlace): string {
  const cell = (column: number) => table.getCell(row, column);
  if (source.kind === 'column' || source.kind === 'text') return readSource(source, cell);
  if (source.kind === 'row-number') return String(table.rowNumber(row));
  if (source.kind === 'city-state')
    return slugify(
      `${readSource(source.city, cell)} ${source.state ? readSource(source.state, cell) : ''}`,
      'segment',
    );
  throw new TypeError(`Unsupported value in a text: ${source.kind}.`);
}
