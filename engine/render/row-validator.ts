/**
 * Validates rows: reports why a row is skipped, and notices about the others. A skipped row doesn't affect
 * the others.
 */
import { cutText } from '../text/cut-text.ts';
import type { Problem } from '../problem.ts';
import { describeCellError } from '../sheet/cell-error.ts';
import { findMissingMarker, isAlwaysMissing } from '../sheet/missing-marker.ts';
import type { FilledPage } from './filled-page.ts';
import { CellNotices, adviseFallback } from './cell-notices.ts';
import { type BlankablePlace, NeededValues, listBlankablePlaces } from './needed-values.ts';
import { adviseTown } from './known-towns.ts';
import { isDerivedColumn } from './place-columns.ts';
import { type Notice, type Notices, ReportedRows, toRowProblem } from './row-notices.ts';
import { type RowKey, isSlugOfRowAlone, createRowKey } from './page-slug.ts';
import type { Project } from './project.ts';
import type { RowFault } from './row-fault.ts';
import { findColumnName, findNeededCityColumn, listFixedColumns } from './used-columns.ts';
import type { RowValues, ValueFault } from './row-values.ts';
import { type EncodedValue, type Value, listSourceColumns } from '../language/value.ts';
import type { CellError } from '../sheet/table.ts';

function isCitySlug({ source }: Value): boolean {
  return source.kind === 'city-state' || (source.kind === 'row-slug' && source.of.kind === 'city-state');
}

/** @param field column that the URL is made of */
function adviseUrl(field: string | undefined): string {
  return field !== undefined && /url|slug|path|link|alias/i.test(field)
    ? `Remove it or give it its own ${field}.`
    : 'Remove it, or add a placeholder with a different value in each row to the slug of the seed page.';
}

function shorten(text: string): string {
  return text.length > 60 ? `${cutText(text, 57)}…` : text;
}

const IN_SEED = 'the place in the seed';
const IN_LINK = 'the footer link template';

/** Bytes available for pages in a part. */
export interface PageBudget {
  /** Bytes of a whole part. */
  limit: number;
  /** Maximum bytes for the page of a row, without the static records of each part. */
  of(row: number): number;
}

interface ValidatorOptions {
  notices: Notices;
  /** Omitted if parts have no limit. */
  budget?: PageBudget;
}

/** A page, its size, values that can't be encoded in its link, and settings that it can't have. */
interface PageAndLink {
  page: FilledPage;
  bytes: number;
  linkFaults: readonly ValueFault[];
  settingFaults: readonly RowFault[];
}

/**
 * Call `admit` for each row in order and, once it is filled, `accept`. The first valid row with a slug keeps
 * it.
 */
export class RowValidator {
  skipped = 0;
  readonly #project: Project;
  readonly #problems: Problem[] = [];
  readonly #notices: Notices;
  readonly #reported: ReportedRows;
  readonly #budget: PageBudget | undefined;
  readonly #rowOfSlug = new Map<string, number>();
  readonly #rowOfKey = new Map<string, number>();
  /** Unique slugs imply unique keys, so that one index is enough. */
  readonly #keysAreSlugs: boolean;
  /** Name of the column that the page’s URL is derived from. */
  readonly #slugField: string | undefined;
  /** Advice for a row whose URL is taken. It never suggests another name for a town. */
  readonly #urlAdvice: string;
  /** A page that grows by fewer bytes exceeds no limit in any leaf. */
  readonly #harmlessGrowth: number;
  readonly #cells: CellNotices;
  /** Columns that each page, its slug, its link or its identity uses. */
  readonly #pageColumns: ReadonlySet<number>;
  /** Values of the page and its link, which may be constructs. */
  readonly #holes: readonly EncodedValue[];
  readonly #cityColumn: number | undefined;
  readonly #needed: NeededValues;
  /** Skips a row in which one has no text, even if each of its values may be empty. */
  readonly #blankable: readonly BlankablePlace[];

  constructor(project: Project, { notices, budget }: ValidatorOptions) {
    this.#project = project;
    this.#notices = notices;
    this.#reported = new ReportedRows(project.table);
    this.#budget = budget;
    const slugValue = project.slug.find((part) => typeof part !== 'string');
    this.#slugField = slugValue && findColumnName(project, slugValue);
    this.#urlAdvice = adviseUrl(
      slugValue === undefined || isCitySlug(slugValue) ? 'geo_url' : this.#slugField,
    );
    this.#keysAreSlugs =
      project.keyColumns.length === 0 && (project.table.isCombined || isSlugOfRowAlone(project));
    this.#cells = new CellNotices(project, notices);
    this.#pageColumns = listFixedColumns(project);
    const pieces = [...project.pattern.pieces, ...project.footer.pieces];
    this.#holes = pieces.filter((piece) => piece.kind === 'hole');
    this.#cityColumn = findNeededCityColumn(project);
    this.#needed = new NeededValues(project);
    this.#blankable = listBlankablePlaces(project);
    this.#harmlessGrowth = Math.min(
      ...project.pattern.limits.map(({ limit, length }) => limit - length.bytes),
    );
  }

  #report(row: number, problem: Notice): void {
    if (this.#reported.has(row, problem)) return;
    this.#problems.push(toRowProblem(this.#project.table, row, { ...problem, severity: 'loss' }));
  }

  /** Returns place and text of a cell for a loss that comes from it alone. */
  #nameCell(row: number, column: number): { cell: string; field: string | undefined; columns: number[] } {
    const { table } = this.#project;
    const columns = [column];
    const { letter = '', name: field } = table.columns[column] ?? {};
    return { cell: `${letter}${table.findPlace(row, columns).row}`, field, columns };
  }

  /** Returns slug and key of the row; `undefined` if it is skipped before it is filled. */
  admit(values: RowValues): RowKey | undefined {
    const { row } = values;
    const { table, template, keyColumns } = this.#project;
    const { slugs } = template;
    const skip = (code: string, text: string, field = this.#slugField): undefined => {
      this.skipped += 1;
      this.#report(row, { code, field, text });
    };
    if (table.rowProblems(row).length > 0) {
      // already reported with the sheet
      this.skipped += 1;
      return undefined;
    }
    if (this.#lacksValue(values)) return undefined;
    const key = createRowKey(this.#project, values);
    const field = this.#slugField;
    if (!key) {
      for (const problem of this.#listEmpty(values))
        if (problem.field !== undefined && problem.field !== field) this.#report(row, problem);
      return skip('slug-empty', `This row has no page URL. Fill in ${field ?? 'the slug'}.`);
    }
    if (key.slug.length > slugs.bytes)
      return skip('slug-too-long', `The slug has ${key.slug.length} bytes. Shorten it to ${slugs.bytes}.`);
    const other = this.#rowOfSlug.get(key.slug);
    if (other !== undefined)
      return skip(
        'duplicate-slug',
        `This row repeats ${table.nameRow(other)}: both pages would have the URL ${key.slug}. ${this.#urlAdvice}`,
      );
    if (slugs.carried.has(key.slug))
      return skip(
        'slug-taken',
        `The slug "${key.slug}" belongs to another record of the export. Choose another slug.`,
      );
    const same = this.#rowOfKey.get(key.rowKey);
    if (same === undefined) return key;
    const [column = -1] = keyColumns;
    const keyField = keyColumns.length === 0 ? field : table.columns[column]?.name;
    const advice = keyColumns.length === 0 ? this.#urlAdvice : `Remove it or give it its own ${keyField}.`;
    return skip(
      'duplicate-key',
      `This row repeats ${table.nameRow(same)}: both have the key "${shorten(key.rowKey)}". ${advice}`,
      keyField,
    );
  }

  /** Skips a row with an error in a cell that the page uses, or without its city. */
  #lacksValue(values: RowValues): boolean {
    const { row } = values;
    const { table } = this.#project;
    const errors = this.#listErrors(values);
    for (const { column, error } of errors) {
      const { cell, ...place } = this.#nameCell(row, column);
      this.#report(row, {
        code: 'cell-error',
        ...place,
        text: `Cell ${cell} has no value: ${describeCellError(error)}.`,
      });
    }
    const city = this.#cityColumn;
    const isNowhere = city !== undefined && table.isBlank(row, city);
    if (isNowhere) {
      const field = table.columns[city]?.name;
      const text = `This row has no city. Fill in ${field}, or delete the row.`;
      this.#report(row, { code: 'city-empty', field, text, columns: [city] });
    }
    const words = this.#reportMissingMarkers(values);
    if (!isNowhere && errors.length === 0 && words === 0) return false;
    this.skipped += 1;
    return true;
  }

  /** Lists the errors in cells that the row reads. */
  #listErrors(values: RowValues): readonly CellError[] {
    const errors = this.#project.table.cellErrors(values.row);
    if (errors.length === 0) return errors;
    const read = [
      ...values.listValues(this.#holes).map(({ value }) => value),
      ...values.listDeciding(this.#holes),
    ];
    const columns = new Set(read.flatMap(({ source }) => listSourceColumns(source)));
    return errors.filter(({ column }) => columns.has(column) || this.#pageColumns.has(column));
  }

  /** Reports the cells that say `TBD` and the like where the page needs a value; returns their number. */
  #reportMissingMarkers(values: RowValues): number {
    const { row } = values;
    const { table } = this.#project;
    let words = 0;
    for (const [column, place] of this.#needed.mapColumns(values)) {
      const word = findMissingMarker(table.getCell(row, column));
      if (word === undefined || !isAlwaysMissing(word)) continue;
      words += 1;
      const { cell, ...source } = this.#nameCell(row, column);
      const text = `${place} needs ${source.field}, but cell ${cell} says "${word}". Fill it in, or delete the row.`;
      this.#report(row, { code: 'required-unfilled', ...source, text });
    }
    return words;
  }

  /** Validates the page of a row; true if it is ready to import. */
  accept(values: RowValues, key: RowKey, checked: PageAndLink): boolean {
    const { page, bytes, linkFaults, settingFaults } = checked;
    const { row } = values;
    const problems = [
      ...this.#listEmpty(values),
      ...this.#listBlank(values),
      ...this.#listFaults(row, page.faults, linkFaults),
      ...[...settingFaults, ...this.#project.template.checkRow(values)].map(({ value, field, ...fault }) => ({
        ...fault,
        field: field ?? (value && findColumnName(this.#project, value)),
        columns: value ? listSourceColumns(value.source) : this.#findColumns(field),
      })),
      ...this.#checkLimits(values, page, bytes),
      ...this.#checkBudget(row, bytes),
    ];
    if (problems.length > 0) {
      this.skipped += 1;
      for (const problem of problems) this.#report(row, problem);
      return false;
    }
    this.claim(row, key);
    this.#addNotices(row, key);
    this.#cells.add(values);
    for (const [name, { text, column }] of values.notNumbers)
      this.#notices.add(row, {
        code: 'value-not-number',
        field: name,
        columns: column === undefined ? undefined : [column],
        text: `A condition compares ${name} as a number, but ${text.trim() === '' ? 'it is empty in this row' : `this row has "${shorten(text)}"`}, so the condition doesn’t hold. Fix the cell.`,
      });
    return true;
  }

  /** Finds the column that a setting of the page comes from. */
  #findColumns(field: string | undefined): number[] | undefined {
    const column = this.#project.table.columns.findIndex(({ name }) => name === field);
    return column < 0 ? undefined : [column];
  }

  /** Reports one problem for each column, at the first place that needs it. */
  #listEmpty(values: RowValues): Notice[] {
    const reported = new Set<string | undefined>();
    return this.#needed.findEmpty(values).flatMap(({ value, place }) => {
      const field = findColumnName(this.#project, value);
      if (reported.has(field)) return [];
      reported.add(field);
      const name = field ?? 'A placeholder';
      const town = this.#explainTown(values.row, value);
      const text = town
        ? `${place} needs ${name}, but ${town}`
        : `${place} needs ${name}, which is empty in this row. Fill it in, or give it a ${adviseFallback(value, field)}`;
      return [{ code: 'required-empty', field, text, columns: listSourceColumns(value.source) }];
    });
  }

  /** Reports titles and link texts without any text. */
  #listBlank(values: RowValues): Notice[] {
    const blank = this.#blankable.filter(({ values: all }) =>
      all.every((value) => values.computeText(value).trim() === ''),
    );
    return blank.map(({ place, values: all, values: [first] }) => ({
      code: 'required-empty',
      field: first && findColumnName(this.#project, first),
      columns: all.flatMap(({ source }) => listSourceColumns(source)),
      text: `${place} is empty in this row. Fill in the cells used there, or match its placeholders with other columns.`,
    }));
  }

  /** Reserves slug and key for this row. */
  claim(row: number, key: RowKey): void {
    this.#rowOfSlug.set(key.slug, row);
    if (!this.#keysAreSlugs) this.#rowOfKey.set(key.rowKey, row);
  }

  /** Explains an empty value from the gazetteer: the town of the row isn’t certain. */
  #explainTown(row: number, value: Value): string | undefined {
    const { table, towns } = this.#project;
    const town = towns?.findMissing(row);
    const [column] = listSourceColumns(value.source);
    if (!town || column === undefined || !isDerivedColumn(table, column)) return undefined;
    return `${town.reason}. ${adviseTown(town, `Add a column ${findColumnName(this.#project, value)}`)}`;
  }

  #listFaults(row: number, pageFaults: readonly ValueFault[], linkFaults: readonly ValueFault[]): Notice[] {
    const reported = new Set<string>();
    const inPage = pageFaults.map((fault) => ({ ...fault, at: IN_SEED }));
    const inLink = linkFaults.map((fault) => ({ ...fault, at: IN_LINK }));
    return [...inPage, ...inLink].flatMap(({ code, reason, value, text, at }) => {
      const field = findColumnName(this.#project, value);
      if (reported.has(`${field} ${code}`)) return [];
      reported.add(`${field} ${code}`);
      const columns = listSourceColumns(value.source);
      const town = text === '' ? this.#explainTown(row, value) : undefined;
      const explained = town
        ? `${field} has no value: ${town}`
        : `"${shorten(text)}" ${reason}. Fix the cell or ${at}.`;
      return [{ code, field, text: explained, columns }];
    });
  }

  #checkLimits(values: RowValues, page: FilledPage, bytes: number): Notice[] {
    const { program, limits, template } = this.#project;
    const { isEmptyText = (text) => text === '' } = template;
    const found: Notice[] = [];
    for (const { name, required, length } of limits) {
      if (!required || page.getLength(length) > 1) continue;
      if (!isEmptyText(values.renderText(this.#project.pattern.texts.get(name)))) continue;
      const text = `Nothing remains of ${name}: ${required.reason}. Fill in the cells used there.`;
      found.push({ code: required.code, field: name, text });
    }
    if (bytes - program.staticBytes <= this.#harmlessGrowth) return found;
    for (const { name, label = `The text of ${name}`, limit, length } of limits) {
      const measured = page.getLength(length);
      if (measured <= limit) continue;
      found.push({
        code: 'text-too-long',
        field: name,
        text: `${label} has ${measured} bytes once filled; the limit is ${limit}. Shorten the cells used there.`,
      });
    }
    return found;
  }

  #checkBudget(row: number, bytes: number): Notice[] {
    const { limit, of } = this.#budget ?? {};
    if (limit === undefined || of === undefined || bytes <= of(row)) return [];
    const text = `The page has ${bytes} bytes, and a part of ${limit} bytes has room for ${Math.max(0, of(row))} besides the records that every part contains. Shorten its cells, or raise the size of the parts.`;
    return [{ code: 'page-too-large', text }];
  }

  #addNotices(row: number, key: RowKey): void {
    const { slugs, product } = this.#project.template;
    if (key.asked !== key.slug) {
      this.#notices.add(row, {
        code: 'slug-reserved',
        field: this.#slugField,
        text: `${product} keeps the slug "${key.asked}" for itself; the page gets "${key.slug}".`,
      });
    }
    const holder = slugs.held.get(key.slug);
    if (holder !== undefined) {
      this.#notices.add(row, {
        code: 'slug-on-seed-site',
        field: this.#slugField,
        text: `The slug "${key.slug}" is that of "${shorten(holder.title)}" (${holder.type}), which is in the export but not imported: on a site that has it, ${holder.effect}. Delete that ${holder.type} first, or choose another slug.`,
      });
    }
  }

  /** Number of rows whose page writes an empty cell of each column. */
  get emptied(): ReadonlyMap<number, number> {
    return this.#cells.emptied;
  }

  finish(): Problem[] {
    return [...this.#problems, ...this.#notices.finish()];
  }
}
