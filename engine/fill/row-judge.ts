/**
 * Which rows cannot land, and why; and what is worth telling of those that do. A row is lost whole:
 * the others land.
 */
import { GUID_BYTES, SLUG_BYTES } from '../limits.ts';
import type { Problem } from '../problem.ts';
import { CHAR_CLASS } from '../table/char-class.ts';
import { NoticeBook } from './notice-book.ts';
import type { PageFiller, SlotFault } from './page-filler.ts';
import { type RowKey, isSlugOfRowAlone, rowKeyOf } from './page-slug.ts';
import type { Project } from './project.ts';
import type { Value } from './value.ts';

/** Below it no leaf of a page can pass a limit through its row, whatever the seed holds. */
const SMALL_ROW_BYTES = 30_000;

/** Column names that a value is taken from. */
export function fieldOf(project: Project, value: Value): string | undefined {
  let { source } = value;
  while (source.kind === 'row-slug') source = source.of;
  if (source.kind === 'column') return project.table.columns[source.column]?.name;
  return source.kind === 'city-state' ? project.table.columns[source.city]?.name : undefined;
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

export class RowJudge {
  lost = 0;
  readonly #project: Project;
  readonly #filler: PageFiller;
  readonly #problems: Problem[] = [];
  readonly #notices: NoticeBook;
  readonly #rowOfSlug = new Map<string, number>();
  readonly #rowOfKey = new Map<string, number>();
  /** Then unique slugs are unique keys, and one look-up does for both. */
  readonly #keysAreSlugs: boolean;
  readonly #staticSlugs: Set<string>;
  /** Columns that fill a place and have no default: an empty cell prints nothing there. */
  readonly #usedColumns: number[];
  /** Columns that stand in a plain text, where markup would be shown as text. */
  readonly #plainColumns: number[];

  constructor(project: Project, filler: PageFiller) {
    this.#project = project;
    this.#filler = filler;
    this.#notices = new NoticeBook(project.table);
    this.#keysAreSlugs = project.keyColumn === undefined && isSlugOfRowAlone(project);
    this.#usedColumns = columnsOf(project, () => true);
    this.#plainColumns = columnsOf(
      project,
      (context) => !/html|attr|short|code|js|css|url|comment/.test(context),
    );
    const parent = project.pattern.item.parent;
    this.#staticSlugs = new Set(
      project.statics.records
        .filter((record) => record.item.parent === parent || record.item.type === 'attachment')
        .map((record) => record.item.fields.get('wp:post_name')?.text.trim() ?? ''),
    );
  }

  #lose(row: number, problem: { code: string; text: string; field?: string | undefined }): undefined {
    this.lost += 1;
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

  get #slugField(): string | undefined {
    const value = this.#project.slug.find((part) => typeof part !== 'string');
    return value && typeof value !== 'string' ? fieldOf(this.#project, value) : undefined;
  }

  /** Slug and key of the row, or `undefined` where it is lost before it is filled. */
  admit(row: number): RowKey | undefined {
    const { table } = this.#project;
    if (table.rowProblems(row).length > 0) {
      // the reading of the sheet has reported it
      this.lost += 1;
      return undefined;
    }
    const key = rowKeyOf(this.#project, this.#filler.values);
    const field = this.#slugField;
    if (!key) {
      return this.#lose(row, {
        code: 'slug-empty',
        field,
        text: `Nothing is left to make the page’s address of: ${field ?? 'the slug'} is empty after cleaning. Fill it in.`,
      });
    }
    if (key.slug.length > SLUG_BYTES) {
      return this.#lose(row, {
        code: 'slug-too-long',
        field,
        text: `The slug has ${key.slug.length} bytes, WordPress keeps ${SLUG_BYTES}. Shorten it.`,
      });
    }
    const other = this.#rowOfSlug.get(key.slug);
    if (other !== undefined) {
      return this.#lose(row, {
        code: 'slug-doubled',
        field,
        text: `The slug "${key.slug}" is the same as that of row ${table.rowNumber(other)}. Give each row a slug of its own.`,
      });
    }
    if (this.#staticSlugs.has(key.slug)) {
      return this.#lose(row, {
        code: 'slug-taken',
        field,
        text: `The slug "${key.slug}" is that of another record of the export. Choose another.`,
      });
    }
    const same = this.#rowOfKey.get(key.rowKey);
    if (same !== undefined) {
      return this.#lose(row, {
        code: 'key-doubled',
        field: this.#keyField,
        text: `The row key "${shorten(key.rowKey)}" is the same as that of row ${table.rowNumber(same)}. Each row needs its own.`,
      });
    }
    return key;
  }

  get #keyField(): string | undefined {
    const { keyColumn, table } = this.#project;
    return keyColumn === undefined ? this.#slugField : table.columns[keyColumn]?.name;
  }

  /** Judges the filled page; true where it lands. */
  accept(row: number, key: RowKey, page: { bytes: number; faults: readonly SlotFault[] }): boolean {
    const problems = [...this.#faultsOf(page.faults), ...this.#limitsOf(page.bytes)];
    if (problems.length > 0) {
      this.lost += 1;
      for (const problem of problems) this.#report(row, problem);
      return false;
    }
    this.#rowOfSlug.set(key.slug, row);
    if (!this.#keysAreSlugs) this.#rowOfKey.set(key.rowKey, row);
    this.#tell(row, key);
    return true;
  }

  #faultsOf(faults: readonly SlotFault[]): { code: string; text: string; field?: string | undefined }[] {
    const told = new Set<string>();
    return faults.flatMap((fault) => {
      const slot = this.#project.program.slots[fault.slot];
      const value = slot && this.#project.program.values[slot.value];
      const field = value && fieldOf(this.#project, value);
      if (!slot || told.has(`${field} ${fault.code}`)) return [];
      told.add(`${field} ${fault.code}`);
      const text = shorten(this.#filler.values.text(slot.value));
      return [
        {
          code: fault.code,
          field,
          text: `"${text}" ${fault.reason}. Mend the cell, or the place in the seed.`,
        },
      ];
    });
  }

  #limitsOf(bytes: number): { code: string; text: string; field?: string | undefined }[] {
    const { program, limits, guidSite } = this.#project;
    const found: { code: string; text: string; field?: string | undefined }[] = [];
    if (guidSite.length + 47 > GUID_BYTES)
      found.push({
        code: 'guid-too-long',
        text: 'The address of the site is too long for a guid of 255 bytes.',
      });
    if (
      bytes - program.staticBytes < SMALL_ROW_BYTES &&
      limits.every(({ limit }) => limit > 1000 || bytes - program.staticBytes < limit)
    )
      return found;
    for (const { name, limit, length } of limits) {
      const measured = this.#filler.lengthOf(length);
      if (measured <= limit) continue;
      found.push({
        code: 'text-too-long',
        field: name,
        text: `${name === 'title' ? 'The title' : `The text of ${name}`} has ${measured} bytes once filled, ${limit} is the limit. Shorten the cells that stand in it.`,
      });
    }
    return found;
  }

  #tell(row: number, key: RowKey): void {
    const { table } = this.#project;
    const width = table.columns.length;
    if (key.asked !== key.slug) {
      this.#notices.add(row, {
        code: 'slug-reserved',
        field: this.#slugField,
        text: `WordPress keeps the slug "${key.asked}" for itself; the page gets "${key.slug}".`,
      });
    }
    for (const column of this.#usedColumns) {
      if (table.lengthOf(row * width + column) > 0) continue;
      this.#notices.add(row, {
        code: 'cell-empty',
        field: table.columns[column]?.name,
        text: `The cell is empty: [${table.columns[column]?.name}] prints nothing. A default can be given: [${table.columns[column]?.name} | default:"…"].`,
      });
    }
    for (const column of this.#plainColumns) {
      const cell = row * width + column;
      if ((table.classesOf(cell) & CHAR_CLASS.angle) === 0 || !/<\/?[a-z][^<>]*>/i.test(table.text(cell)))
        continue;
      this.#notices.add(row, {
        code: 'markup-in-plain',
        field: table.columns[column]?.name,
        text: 'The cell holds markup, which is written as it is where the seed has plain text (a meta value): it may be shown as text there.',
      });
    }
  }

  finish(): Problem[] {
    return [...this.#problems, ...this.#notices.finish()];
  }
}

function columnsOf(project: Project, matches: (contextKey: string) => boolean): number[] {
  const columns = new Set<number>();
  for (const slot of project.program.slots) {
    const value = project.program.values[slot.value];
    if (
      slot.uses === 0 ||
      value?.source.kind !== 'column' ||
      value.filters.some((filter) => filter.name === 'default')
    )
      continue;
    if (matches(slot.context.key)) columns.add(value.source.column);
  }
  return [...columns];
}
