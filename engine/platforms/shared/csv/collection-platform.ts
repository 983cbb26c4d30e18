/**
 * Compiles the CSV of a collection: one row is the pattern, and each row of the sheet becomes an item.
 * All cells are written in quotation marks; a platform says what its columns hold.
 */
import { csvEncoders } from '../../../encoding/csv/encode-csv.ts';
import { type Piece, byteLength, comparePieces, liftPieces } from '../../../encoding/piece.ts';
import { countText } from '../../../encoding/text-parts.ts';
import { createScan } from '../../../encoding/scan-text.ts';
import type { Codecs } from '../../../encoding/codecs.ts';
import type { Scan } from '../../../encoding/scan.ts';
import { Columns } from '../../../language/columns.ts';
import { type Value, identityValue } from '../../../language/value.ts';
import { PART_BYTES } from '../../../limits.ts';
import type { Problem } from '../../../problem.ts';
import { toProjectKey } from '../../../render/identity.ts';
import type { RowValues } from '../../../render/row-values.ts';
import type { ProjectOptions, ProjectReading } from '../../../render/project.ts';
import { locateInSeed } from '../../../render/seed.ts';
import type { RowFault } from '../../../render/row-fault.ts';
import type { PartFrame, Pattern, SlugRules, Template } from '../../../render/template.ts';
import type { Table } from '../../../sheet/table.ts';
import { trimEnd } from '../../../text/trim-edges.ts';
import type { DecodedFile, Platform, SampleView } from '../../platform.ts';
import {
  assembleProject,
  finishProject,
  createSlugRules,
  preserveNames,
  refuseWithoutPlaceholder,
  createRecordSlug,
} from '../assemble.ts';
import { createIdentities } from '../identities.ts';
import { type FieldSteering, type SteeredField, createFieldSteering } from '../field-steering.ts';
import type { SteeringColumn } from '../../../render/page-setting.ts';
import type { Steering, SteeringSupport } from '../../../render/steering.ts';
import { findBracketed } from '../../../language/placeholder.ts';
import { PatternBuilder, replaceRange } from '../pattern-builder.ts';
import { describeContent } from '../snippet.ts';
import {
  type CollectionReadRules,
  type CollectionSeed,
  findColumn,
  getCellText,
  readCollection,
} from './collection-seed.ts';
import type { CsvCell, CsvRecord } from './csv-cells.ts';

/** Rows that are searched for the pattern's placeholders before a sheet is known. */
const MAX_CANDIDATES = 50;
const HTML = /<[a-z][^<>]*>/i;

/** Content of a cell in each item: a field of the page's identity, a fixed text, or the filled text of the seed. */
export type CellContent =
  | { kind: 'identity'; field: 'id' | 'slug' | SteeringColumn }
  | { kind: 'fixed'; text: string }
  | { kind: 'filled'; scan: (text: string) => Piece[] };

/** The pattern's row while it is compiled. */
export interface CompiledCell {
  seed: CollectionSeed;
  scan: Scan;
  builder: PatternBuilder;
  cell: CsvCell;
  /** Name of the column, as written. */
  name: string;
  index: number;
}

/** Pattern and seed, for the rules of rows. */
export interface CompiledRecord {
  seed: CollectionSeed;
  row: CsvRecord;
  pattern: Pattern;
  columns: Columns;
}

/** A cell of the pattern's row that rows can set. */
export interface CollectionSetting extends SteeredField {
  column: SteeringColumn;
  index: number;
}

export interface CollectionRules extends CollectionReadRules {
  /** Syntax of the cells; plain text if omitted. */
  codecs?: Codecs;
  /** Index of the column with the name of an item. */
  findTitle(seed: CollectionSeed): number;
  /** Index of the column with the slug; -1 without one. */
  findSlug(seed: CollectionSeed): number;
  /** Settings that columns of the sheet can make. */
  steering: SteeringSupport;
  /** Fields of the pattern's row that columns can set, with the index of their column. */
  findSettings(seed: CollectionSeed, row: CsvRecord): readonly CollectionSetting[];
  /** Content of any cell but the slug. */
  compileCell(cell: CompiledCell): CellContent;
  /** Path before the slugs of items, with slashes at both ends. */
  findFolder(seed: CollectionSeed, row: CsvRecord): string;
  /** Columns to choose in the importer. */
  listSelectors?(seed: CollectionSeed): Template['selectors'];
  /** Slugs that the collection uses already; none if omitted. */
  findHeldSlugs?(seed: CollectionSeed, row: CsvRecord): SlugRules['held'];
  /** Notices about the compiled row. */
  checkRecord?(record: CompiledRecord): Problem[];
  /** Checks the values of a row. */
  createRowCheck?(record: CompiledRecord): (values: RowValues) => RowFault[];
  /** Columns with the texts of search results, best first. */
  snippetColumns: { titles: readonly string[]; descriptions: readonly string[] };
}

class RecordBuilder extends PatternBuilder {
  readonly #collection: CollectionSeed;
  readonly #rules: CollectionRules;
  readonly #settings: ReadonlyMap<number, SteeringColumn>;

  /** @param settings cells that rows set, by their index */
  constructor(
    seed: CollectionSeed,
    scan: Scan,
    {
      rules,
      settings = new Map(),
    }: { rules: CollectionRules; settings?: ReadonlyMap<number, SteeringColumn> },
  ) {
    super(seed, scan);
    this.#settings = settings;
    this.#collection = seed;
    this.#rules = rules;
  }

  compile(row: CsvRecord): Pattern {
    const seed = this.#collection;
    const slug = this.#rules.findSlug(seed);
    const title = this.#rules.findTitle(seed);
    for (const [index, cell] of row.cells.entries()) {
      const name = seed.names[index] ?? '';
      const setting = this.#settings.get(index);
      if (index === slug) this.#compileSlug(cell, name);
      else if (setting !== undefined) this.#replace(cell, name, identityValue(setting));
      else this.#compileCell(cell, index, name);
    }
    const titleText = this.texts.get(seed.names[title] ?? '');
    const { start, end } = row;
    return this.finish({ start, end, title: getCellText(row, title), titleText, type: 'item', id: 0 });
  }

  #compileSlug(cell: CsvCell, name: string): void {
    this.#replace(cell, name, identityValue('slug'));
    // its placeholders are only counted: the slug is a value of the page
    this.scan.leaf = name;
    this.scan.find(cell.decoded.text, undefined);
  }

  #compileCell(cell: CsvCell, index: number, name: string): void {
    const context = { seed: this.#collection, scan: this.scan, builder: this, cell, name, index };
    const content = this.#rules.compileCell(context);
    if (content.kind === 'identity') this.#replace(cell, name, identityValue(content.field));
    else if (content.kind === 'fixed') this.#replace(cell, name, content.text);
    else this.#addFilled(cell, name, content.scan);
  }

  #replace(cell: CsvCell, leaf: string, content: Value | string): void {
    this.refuseConstructs(leaf, cell.decoded.text, cell.start);
    this.add(leaf, replaceRange(cell, ['"', content, '"'], csvEncoders.csv));
  }

  #addFilled(cell: CsvCell, leaf: string, scan: (text: string) => Piece[]): void {
    const { decoded, isQuoted, start, end } = cell;
    const { text } = decoded;
    const inner = this.scanLeaf(leaf, text, scan).sort(comparePieces);
    const length = countText(text, inner);
    const filled = liftPieces(inner, (from, to) => decoded.range(from, to), csvEncoders.csv);
    // quotation marks are doubled because the cell gets marks of its own
    const marks: Piece[] = [...text.matchAll(/"/g)]
      .filter(({ index }) => !inner.some((piece) => piece.start <= index && index < piece.end))
      .map(({ index }) => ({ kind: 'rewrite', start: start + index, end: start + index + 1, text: '""' }));
    const pieces: Piece[] = isQuoted
      ? filled
      : [
          { kind: 'rewrite', start, end: start, text: '"' },
          ...[...filled, ...marks].sort(comparePieces),
          { kind: 'rewrite', start: end, end, text: '"' },
        ];
    // importers document no limit of a cell: it has to fit into a part
    const measured = inner.length > 0 && { length };
    this.addFilled(leaf, { pieces, text: length.text, ...measured }, { limit: PART_BYTES });
  }
}

/** Finds the first row with a placeholder. */
function findPattern(seed: CollectionSeed, columns: Columns): CsvRecord | undefined {
  return seed.rows.find(({ cells }) => cells.some(({ decoded }) => columns.fillsAny(decoded.text)));
}

function createFrame({ text, header, newline, hasByteOrderMark }: CollectionSeed): PartFrame {
  const head = (hasByteOrderMark ? '\ufeff' : '') + text.slice(header.start, header.end);
  const bytes = byteLength(head) + byteLength(newline);
  return { head, gap: newline, tail: newline, statics: [], gapBytes: byteLength(newline), bytes };
}

function createTemplate(
  rules: CollectionRules,
  record: CompiledRecord,
  { key, prefix, steering }: { key: string; prefix: string; steering: Steering | undefined },
): Template {
  const { seed, row } = record;
  const frame = createFrame(seed);
  const slugs = createSlugRules('segment', rules.limits.slugBytes);
  const selectors = rules.listSelectors?.(seed);
  return {
    format: rules.id,
    product: rules.name,
    extension: 'csv',
    ...(rules.limits.items !== undefined && { recordLimit: rules.limits.items }),
    ...(selectors && { selectors }),
    slugs: { ...slugs, held: rules.findHeldSlugs?.(seed, row) ?? slugs.held },
    identities: createIdentities(toProjectKey(key), ({ slug }, id) => ({ id, slug, url: prefix + slug })),
    checkRow: rules.createRowCheck?.(record) ?? (() => []),
    ...(steering && { steering }),
    frame: () => frame,
    statics: [],
    locate(_record, field) {
      const index = seed.names.indexOf(field ?? '');
      const title = getCellText(row, rules.findTitle(seed));
      return { title, start: row.cells[index]?.start ?? row.start };
    },
  };
}

function reportSkippedRows(seed: CollectionSeed, row: CsvRecord): Problem[] {
  const skipped = seed.rows.length - 1;
  if (skipped === 0) return [];
  const text = `The row on line ${locateInSeed(seed, row.start).line} is the pattern; ${skipped} other ${skipped === 1 ? 'row was' : 'rows were'} skipped.`;
  return [{ code: 'records-skipped', severity: 'notice', file: seed.file, text }];
}

/** Finds the cells of the pattern that rows set. */
function findSettings(
  options: ProjectOptions & { seed: CollectionSeed; table: Table },
  rules: CollectionRules,
  { row, columns }: { row: CsvRecord; columns: Columns },
): FieldSteering & { cells: ReadonlyMap<number, SteeringColumn> } {
  const found = rules.findSettings(options.seed, row);
  const isFilled = ({ own }: CollectionSetting) => columns.fillsAny(own);
  const settings = createFieldSteering({
    options,
    support: rules.steering,
    product: rules.name,
    columns,
    bracketed: row.cells.flatMap(({ decoded }) => findBracketed(decoded.text)),
    fields: new Map(
      found.map((setting) => [
        setting.column,
        isFilled(setting) ? 'the seed fills this field with a placeholder' : setting,
      ]),
    ),
  });
  const set = found.filter(({ column }) => settings.sets(column));
  return { ...settings, cells: new Map(set.map(({ index, column }) => [index, column])) };
}

function compileCollection(
  options: ProjectOptions & { seed: CollectionSeed; table: Table },
  rules: CollectionRules,
): ProjectReading {
  const { seed, table, site = '', key } = options;
  const columns = new Columns(table.columns, options.columns);
  const chosen = findPattern(seed, columns);
  const row = chosen ?? seed.rows[0];
  if (!row) return { problems: [] };
  const scan = createScan(columns, preserveNames(options.keep), rules.codecs);
  const settings = findSettings(options, rules, { row, columns });
  const pattern = new RecordBuilder(seed, scan, { rules, settings: settings.cells }).compile(row);
  const record: CompiledRecord = { seed, row, pattern, columns };
  const cell = row.cells[rules.findSlug(seed)];
  const prefix = trimEnd(site, '/') + rules.findFolder(seed, row);
  const problems = [
    ...reportSkippedRows(seed, row),
    ...settings.problems,
    ...(rules.checkRecord?.(record) ?? []),
  ];
  // an unknown name is the better answer
  const isUnknown = scan.unknown.length > 0 || pattern.problems.length > 0;
  if (!chosen && !isUnknown) problems.push(refuseWithoutPlaceholder(seed, row.start, columns));
  const parts = {
    options,
    scan,
    pattern,
    slug: createRecordSlug(cell?.decoded.text.trim(), pattern.title, columns),
    slugStart: cell?.start ?? row.start,
    slugText: cell && { from: cell.start, to: cell.end },
    address: { prefix, suffix: '' },
    settings: settings.settings,
    problems,
  };
  return finishProject(parts, (compiled) =>
    assembleProject({
      options,
      compiled,
      template: createTemplate(rules, record, { key, prefix, steering: settings.steering }),
      firstId: 1,
    }),
  );
}

/** Reads the first item of a file. */
function readSample(file: DecodedFile, rules: CollectionRules): SampleView | undefined {
  const { seed } = readCollection(file, rules);
  const row = seed?.rows[0];
  if (!seed || !row) return undefined;
  const findText = (keys: readonly string[]) =>
    keys.map((key) => getCellText(row, findColumn(seed, [key]))).find((text) => text !== '');
  const html = row.cells
    .map(({ decoded }) => decoded.text)
    .filter((cell) => HTML.test(cell) && !/^\s*[[{]/.test(cell))
    .join('\n');
  const title = getCellText(row, rules.findTitle(seed));
  const { titles, descriptions } = rules.snippetColumns;
  return {
    title,
    slug: getCellText(row, rules.findSlug(seed)),
    description: findText(['description']) ?? '',
    html,
    source: file.text.slice(row.start, row.end),
    site: '',
    snippet: {
      title: findText(titles) ?? title,
      description: findText(descriptions) ?? describeContent(html),
    },
  };
}

/** Creates the part of a platform that is the same for all collections in CSV. */
export function createCollectionPlatform(
  rules: CollectionRules,
): Pick<
  Platform<DecodedFile, CollectionSeed>,
  'read' | 'compile' | 'candidates' | 'describe' | 'readSample' | 'createCodecs' | 'findPreservedNames'
> {
  return {
    read: (file) => readCollection(file, rules),
    compile: (options) => compileCollection(options, rules),
    candidates: (seed) =>
      seed.rows.slice(0, MAX_CANDIDATES).map((row) => (scan) => {
        new RecordBuilder(seed, scan, { rules }).compile(row);
      }),
    describe: (seed) => ({ builder: 'other', records: [{ type: 'item', count: seed.rows.length }] }),
    readSample: (file) => readSample(file, rules),
    createCodecs: () => rules.codecs ?? {},
    findPreservedNames: (_seed, keep) => preserveNames(keep),
  };
}
