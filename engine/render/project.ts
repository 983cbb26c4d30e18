/**
 * A seed compiled against the columns of a sheet: everything that is the same for all rows. Compiling
 * reports all faults of the seed at once.
 */
import type { Range } from '../encoding/piece.ts';
import type { Scan } from '../encoding/scan.ts';
import type { PageChoice, Problem } from '../problem.ts';
import type { Places } from '../places/places.ts';
import type { PageImage } from '../sheet/image-columns.ts';
import type { Table } from '../sheet/table.ts';
import type { ColumnChoices, Columns } from '../language/columns.ts';
import type { Value } from '../language/value.ts';
import type { HeldPages } from './held-pages.ts';
import type { FooterTemplate } from './footer.ts';
import type { KnownTown, KnownTowns } from './known-towns.ts';
import type { Program } from './program.ts';
import type { ConstructShape } from './row-values.ts';
import type { ScheduledDates, Schedule } from './schedule.ts';
import type { Seed } from './seed.ts';
import type { PageSetting } from './page-setting.ts';
import type { LimitedLeaf, Pattern, Template } from './template.ts';

/** The compiled project, even if a fault blocks the run. */
export interface CompiledSeed {
  columns: Columns;
  scan: Scan;
  pattern: Pattern;
  /** Parts of the slug; empty if no column gives one. */
  slug: (string | Value)[];
  /** The raw text of the seed’s own slug, if it has one. */
  slugText: Range | undefined;
  /** Number of static records. */
  media: number;
  parents: number;
  footer: FooterTemplate;
  /** Settings of the pages that columns can set. */
  settings: readonly PageSetting[];
}

export interface Project extends CompiledSeed {
  seed: Seed;
  table: Table;
  template: Template;
  /** UUID. */
  key: string;
  program: Program;
  /** Leaves with a limit in bytes; `length` is a slot of the program. */
  limits: (Omit<LimitedLeaf, 'length'> & { length: number })[];
  /** The row’s own slug, if a column or city and state give one. */
  rowSlug: Value | undefined;
  /** Columns with a permanent key of the row: `row_id`, `key` or `id` of each list; empty if a list has none. */
  keyColumns: readonly number[];
  /** Flaws of the pattern itself, and so of every page, by the audit’s kinds. */
  flaws: Readonly<Record<string, number>>;
  /** First page number. */
  firstId: number;
  /** The page as a later part repeats it for its children; omitted if rows can’t be parents. */
  stubProgram?: Program;
  schedule?: Schedule | undefined;
  /** Dates that rows have from an earlier run. */
  scheduledDates?: ScheduledDates | undefined;
  /** Pages that are held back; omitted for none. */
  held?: readonly HeldPages[] | undefined;
  /** Choice of all constructs, in pages that only show flaws of the seed. */
  shape?: ConstructShape;
  /** Towns that rows have values of; omitted if the seed needs none. */
  towns?: KnownTowns;
}

/** Inputs of a project besides the sheet. */
export interface ProjectOptions {
  /** UUID or name. */
  key: string;
  /** URL of the target site; default: the seed’s own. */
  site?: string | undefined;
  /** Footer link template. */
  footer?: string | undefined;
  /** Names of brackets that aren’t placeholders and are left unchanged. */
  keep?: readonly string[] | undefined;
  /** Chosen sources of placeholders and page settings that have no matching column, or use another one. */
  columns?: ColumnChoices | undefined;
  /** Title, id or slug of the seed page, if an export has several. */
  page?: string | undefined;
  /** Opens the gazetteer, for columns that the sheet doesn't have. */
  places?: (() => Places) | undefined;
  /** The project’s images: columns of the sheet, and featured images of its pages if the platform supports them. */
  images?: readonly PageImage[] | undefined;
  /** Omitted if all pages are published now. */
  schedule?: Schedule | undefined;
  /** Dates of rows from an earlier run, which they keep. */
  scheduledDates?: ScheduledDates | undefined;
  /** Pages to hold back. */
  held?: readonly HeldPages[] | undefined;
  /** Towns of rows from an earlier run, which keep their values. */
  knownTowns?: readonly KnownTown[] | undefined;
}

export interface ProjectReading {
  project?: Project;
  /** The sheet with the columns that were added to it, which the compiled values read. */
  table?: Table;
  compiled?: CompiledSeed;
  /** Candidates for the seed page, if the export has several. */
  choices?: readonly PageChoice[];
  problems: Problem[];
}
