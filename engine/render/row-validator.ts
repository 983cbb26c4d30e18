/**
 * Validates rows: reports why a row is skipped, and notices about the others. A skipped row doesn't affect
 * the others.
 */
import type { Piece } from '../encoding/piece.ts';
import type { Encoder } from '../text/encoder.ts';
import { cutText } from '../text/cut-text.ts';
import type { Problem } from '../problem.ts';
import { describeCellError } from '../sheet/cell-error.ts';
import { findMissingMarker, isAlwaysMissing } from '../sheet/missing-marker.ts';
import { renderText } from './render-text.ts';
import type { FilledPage, ValueFault } from './filled-page.ts';
import {
  type BlankablePlace,
  findEmptyValues,
  listBlankablePlaces,
  listNeededValues,
  mapNeededColumns,
  type NeededPlace,
  type NeededValue,
} from './needed-values.ts';
import type { Notices } from './row-notices.ts';
import { type RowKey, isSlugOfRowAlone, createRowKey } from './page-slug.ts';
import type { Project } from './project.ts';
import { findNeededCityColumn, listUsedColumns } from './used-columns.ts';
import type { RowValues } from './row-values.ts';
import {
  type EncodedValue,
  type Value,
  listSourceColumns,
  hasFallback,
  listValueParts,
} from '../language/value.ts';

/** Returns the name of the column that a value is read from. */
export function findColumnName(project: Project, value: Value): string | undefined {
  const [first] = listValueParts({ value, encoders: [] });
  let source = first?.value.source ?? value.source;
  while (source.kind === 'row-slug') source = source.of;
  if (source.kind === 'column') return project.table.columns[source.column]?.name;
  return source.kind === 'city-state' ? project.table.columns[source.city.column]?.name : undefined;
}

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

/** A page, its size, and values that can't be encoded in its link. */
interface PageAndLink {
  page: FilledPage;
  bytes: number;
  linkFaults: readonly ValueFault[];
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
  /** Columns that fill a place of the page or its link and have no default: an empty cell prints nothing there. */
  readonly #usedColumns: number[];
  /** Columns that the page, its slug, its link or its identity uses. */
  readonly #pageColumns: ReadonlySet<number>;
  readonly #cityColumn: number | undefined;
  /** A row without one of them is skipped. */
  readonly #needed: readonly NeededValue[];
  /** Skips a row in which one has no text, even if each of its values may be empty. */
  readonly #blankable: readonly BlankablePlace[];
  /** Columns where a word such as `TBD` skips the row, and those where it is only reported. */
  readonly #neededColumns: ReadonlyMap<number, NeededPlace>;
  readonly #shownColumns: number[];
  /** Columns in plain text, which would show markup as text. */
  readonly #plainColumns: number[];

  constructor(project: Project, { notices, budget }: ValidatorOptions) {
    this.#project = project;
    this.#notices = notices;
    this.#budget = budget;
    const slugValue = project.slug.find((part) => typeof part !== 'string');
    this.#slugField = slugValue && findColumnName(project, slugValue);
    this.#urlAdvice = adviseUrl(
      slugValue === undefined || isCitySlug(slugValue) ? 'geo_url' : this.#slugField,
    );
    this.#keysAreSlugs = project.keyColumn === undefined && isSlugOfRowAlone(project);
    this.#usedColumns = [...new Set([...listColumns(project, () => true), ...listLinkColumns(project)])];
    this.#pageColumns = listUsedColumns(project);
    this.#cityColumn = findNeededCityColumn(project);
    this.#needed = listNeededValues(project);
    this.#blankable = listBlankablePlaces(project);
    this.#neededColumns = mapNeededColumns(project);
    this.#shownColumns = listShownColumns(project);
    this.#plainColumns = listColumns(
      project,
      // of a `*_html` column only the text is written there
      (encoders, { isHtml }) => !isHtml && encoders.every(isPlain),
    );
    this.#harmlessGrowth = Math.min(
      ...project.pattern.limits.map(({ limit, length }) => limit - length.bytes),
    );
  }

  #skip(row: number, problem: { code: string; text: string; field?: string | undefined }): undefined {
    this.skipped += 1;
    this.#report(row, problem);
    return undefined;
  }

  #report(row: number, problem: { code: string; text: string; field?: string | undefined }): void {
    const { code, text, field } = problem;
    const { table } = this.#project;
    this.#problems.push({
      code,
      severity: 'loss',
      file: table.file,
      row: table.rowNumber(row),
      ...(field === undefined ? {} : { field }),
      text,
    });
  }

  /** Returns slug and key of the row; `undefined` if it is skipped before it is filled. */
  admit(values: RowValues): RowKey | undefined {
    const { row } = values;
    const { table, template } = this.#project;
    const { slugs } = template;
    if (table.rowProblems(row).length > 0) {
      // already reported with the sheet
      this.skipped += 1;
      return undefined;
    }
    if (this.#lacksValue(row)) return undefined;
    const key = createRowKey(this.#project, values);
    const field = this.#slugField;
    if (!key) {
      return this.#skip(row, {
        code: 'slug-empty',
        field,
        text: `This row has no page URL. Fill in ${field ?? 'the slug'}.`,
      });
    }
    if (key.slug.length > slugs.bytes) {
      return this.#skip(row, {
        code: 'slug-too-long',
        field,
        text: `The slug has ${key.slug.length} bytes. Shorten it to ${slugs.bytes}.`,
      });
    }
    const other = this.#rowOfSlug.get(key.slug);
    if (other !== undefined) {
      return this.#skip(row, {
        code: 'duplicate-slug',
        field,
        text: `This row repeats row ${table.rowNumber(other)}: both pages would have the URL ${key.slug}. ${this.#urlAdvice}`,
      });
    }
    if (slugs.carried.has(key.slug)) {
      return this.#skip(row, {
        code: 'slug-taken',
        field,
        text: `The slug "${key.slug}" belongs to another record of the export. Choose another slug.`,
      });
    }
    const same = this.#rowOfKey.get(key.rowKey);
    if (same !== undefined) {
      return this.#skip(row, {
        code: 'duplicate-key',
        field: this.#keyField,
        text: `This row repeats row ${table.rowNumber(same)}: both have the key "${shorten(key.rowKey)}". ${this.#project.keyColumn === undefined ? this.#urlAdvice : `Remove it or give it its own ${this.#keyField}.`}`,
      });
    }
    return key;
  }

  /** Skips a row with an error in a cell that the page uses, or without its city. */
  #lacksValue(row: number): boolean {
    const { table } = this.#project;
    const errors = table.cellErrors(row).filter(({ column }) => this.#pageColumns.has(column));
    for (const { column, error } of errors) {
      const { letter = '', name: field } = table.columns[column] ?? {};
      const cell = `${letter}${table.rowNumber(row)}`;
      this.#report(row, {
        code: 'cell-error',
        field,
        text: `Cell ${cell} has no value: ${describeCellError(error)}.`,
      });
    }
    const city = this.#cityColumn;
    const isNowhere = city !== undefined && table.isBlank(row * table.columns.length + city);
    if (isNowhere) {
      const field = table.columns[city]?.name;
      const text = `This row has no city. Fill in ${field}, or delete the row.`;
      this.#report(row, { code: 'city-empty', field, text });
    }
    const words = this.#reportMissingMarkers(row);
    if (!isNowhere && errors.length === 0 && words === 0) return false;
    this.skipped += 1;
    return true;
  }

  /** Reports the cells that say `TBD` and the like where the page needs a value; returns their number. */
  #reportMissingMarkers(row: number): number {
    const { table } = this.#project;
    let words = 0;
    for (const [column, place] of this.#neededColumns) {
      const word = findMissingMarker(table, row * table.columns.length + column);
      if (word === undefined || !isAlwaysMissing(word)) continue;
      words += 1;
      const { letter = '', name: field } = table.columns[column] ?? {};
      const cell = `${letter}${table.rowNumber(row)}`;
      const text = `${place} needs ${field}, but cell ${cell} says "${word}". Fill it in, or delete the row.`;
      this.#report(row, { code: 'required-unfilled', field, text });
    }
    return words;
  }

  get #keyField(): string | undefined {
    const { keyColumn, table } = this.#project;
    return keyColumn === undefined ? this.#slugField : table.columns[keyColumn]?.name;
  }

  /** Validates the page of a row; true if it is ready to import. */
  accept(values: RowValues, key: RowKey, { page, bytes, linkFaults }: PageAndLink): boolean {
    const { row } = values;
    const problems = [
      ...this.#listEmpty(values),
      ...this.#listBlank(values),
      ...this.#listFaults(page.faults, linkFaults),
      ...this.#project.template.checkRow(values).map(({ value, field, ...fault }) => ({
        ...fault,
        field: field ?? (value && findColumnName(this.#project, value)),
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
    return true;
  }

  /** Reports one problem for each column, at the first place that needs it. */
  #listEmpty(values: RowValues): { code: string; text: string; field?: string | undefined }[] {
    const reported = new Set<string | undefined>();
    return findEmptyValues(this.#needed, values).flatMap(({ value, place }) => {
      const field = findColumnName(this.#project, value);
      if (reported.has(field)) return [];
      reported.add(field);
      const name = field ?? 'A placeholder';
      const text = `${place} needs ${name}, which is empty in this row. Fill it in, or give it a fallback: [${field ?? 'name'} | default:"…"].`;
      return [{ code: 'required-empty', field, text }];
    });
  }

  /** Reports titles and link texts without any text. */
  #listBlank(values: RowValues): { code: string; text: string; field?: string | undefined }[] {
    const blank = this.#blankable.filter(({ values: all }) =>
      all.every((value) => values.computeText(value).trim() === ''),
    );
    return blank.map(({ place, values: [first] }) => ({
      code: 'required-empty',
      field: first && findColumnName(this.#project, first),
      text: `${place} is empty in this row. Fill in the cells used there, or match its placeholders with other columns.`,
    }));
  }

  /** Reserves slug and key for this row. */
  claim(row: number, key: RowKey): void {
    this.#rowOfSlug.set(key.slug, row);
    if (!this.#keysAreSlugs) this.#rowOfKey.set(key.rowKey, row);
  }

  #listFaults(
    pageFaults: readonly ValueFault[],
    linkFaults: readonly ValueFault[],
  ): { code: string; text: string; field?: string | undefined }[] {
    const reported = new Set<string>();
    const inPage = pageFaults.map((fault) => ({ ...fault, at: IN_SEED }));
    const inLink = linkFaults.map((fault) => ({ ...fault, at: IN_LINK }));
    return [...inPage, ...inLink].flatMap(({ code, reason, value, text, at }) => {
      const field = findColumnName(this.#project, value);
      if (reported.has(`${field} ${code}`)) return [];
      reported.add(`${field} ${code}`);
      return [{ code, field, text: `"${shorten(text)}" ${reason}. Fix the cell or ${at}.` }];
    });
  }

  #checkLimits(
    values: RowValues,
    page: FilledPage,
    bytes: number,
  ): { code: string; text: string; field?: string | undefined }[] {
    const { program, limits, template } = this.#project;
    const { isEmptyText = (text) => text === '' } = template;
    const found: { code: string; text: string; field?: string | undefined }[] = [];
    for (const { name, required, length } of limits) {
      if (!required || page.getLength(length) > 1) continue;
      if (!isEmptyText(renderText(this.#project.pattern.texts.get(name), values))) continue;
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

  #checkBudget(row: number, bytes: number): { code: string; text: string }[] {
    const { limit, of } = this.#budget ?? {};
    if (limit === undefined || of === undefined || bytes <= of(row)) return [];
    const text = `The page has ${bytes} bytes, and a part of ${limit} bytes has room for ${Math.max(0, of(row))} besides the records that every part contains. Shorten its cells, or raise the size of the parts.`;
    return [{ code: 'page-too-large', text }];
  }

  #addNotices(row: number, key: RowKey): void {
    const { table, template } = this.#project;
    const { slugs, product } = template;
    const width = table.columns.length;
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
    for (const column of this.#usedColumns) {
      if (table.text(row * width + column) !== '') continue;
      const name = table.columns[column]?.name;
      this.#notices.add(row, {
        code: 'cell-empty',
        field: name,
        text: `${name} is empty, so nothing is shown here. Add a fallback: [${name} | default:"…"].`,
      });
    }
    for (const column of this.#shownColumns) {
      const word = findMissingMarker(table, row * width + column);
      if (word === undefined) continue;
      this.#notices.add(row, {
        code: 'cell-unfilled',
        field: table.columns[column]?.name,
        text: `This cell says "${word}", and the page would show it. Fill in the value, or clear the cell.`,
      });
    }
    for (const column of this.#plainColumns) {
      if (!/<\/?[a-z][^<>]*>/i.test(table.text(row * width + column))) continue;
      this.#notices.add(row, {
        code: 'markup-in-plain',
        field: table.columns[column]?.name,
        text: 'This cell contains HTML. Visitors may see the tags. Remove them, or place the column in the content of the page.',
      });
    }
  }

  finish(): Problem[] {
    return [...this.#problems, ...this.#notices.finish()];
  }
}

function listHoleValues(pieces: readonly Piece[]): EncodedValue[] {
  return pieces.flatMap((piece) => (piece.kind === 'hole' ? listValueParts(piece) : []));
}

/** Returns the column that a value is a cell of, unless it has a default. */
function listUnfilledColumns(value: Value): number[] {
  return value.source.kind === 'column' && !hasFallback(value) ? [value.source.column] : [];
}

/** Lists columns of the footer link template without a default. */
function listLinkColumns({ footer }: Project): number[] {
  return listHoleValues(footer.pieces).flatMap(({ value }) => listUnfilledColumns(value));
}

const isPlain = ({ place }: Encoder): boolean => place === undefined || place === 'bare';

/** In a script, outside quotes, `null` is a value. */
const isBareInScript = ({ place }: Encoder): boolean => place === 'bare';

/** Lists columns that a page or its link shows as text. */
function listShownColumns({ pattern, footer }: Project): number[] {
  const shown = listHoleValues([...pattern.pieces, ...footer.pieces]).filter(
    ({ encoders }) => !encoders.some(isBareInScript),
  );
  return [...new Set(shown.flatMap(({ value }) => listSourceColumns(value.source)))];
}

function listColumns(
  project: Project,
  matches: (encoders: readonly Encoder[], value: Value) => boolean,
): number[] {
  const matching = listHoleValues(project.pattern.pieces).filter(({ encoders, value }) =>
    matches(encoders, value),
  );
  return [...new Set(matching.flatMap(({ value }) => listUnfilledColumns(value)))];
}
