/**
 * A seed compiled against the columns of a sheet: everything that is the same for all rows. Compiling
 * reports all faults of the seed at once.
 */
import type { Range } from '../encoding/piece.ts';
import type { Scan } from '../encoding/scan.ts';
import type { PageChoice, Problem } from '../problem.ts';
import type { PageImage } from '../sheet/image-columns.ts';
import type { Table } from '../sheet/table.ts';
import type { ColumnChoices, Columns } from '../language/columns.ts';
import type { Value } from '../language/value.ts';
import type { FooterTemplate } from './footer.ts';
import type { Program } from './program.ts';
import type { Seed } from './seed.ts';
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
  /** Column with a permanent key of the row: `row_id`, `key` or `id`. */
  keyColumn: number | undefined;
  /** Flaws of the pattern itself, and so of every page, by the audit’s kinds. */
  flaws: Readonly<Record<string, number>>;
  /** First page number. */
  firstId: number;
}

/** Inputs of a project besides the sheet. */
export interface ProjectOptions {
  /** UUID or name. */
  key: string;
  /** URL of the target site; default: the seed’s own. */
  site?: string;
  /** Footer link template. */
  footer?: string;
  /** Names of brackets that aren’t placeholders and are left unchanged. */
  keep?: readonly string[];
  /** Chosen sources of placeholders that have no matching column, or use another one. */
  columns?: ColumnChoices;
  /** Title, id or slug of the seed page, if an export has several. */
  page?: string;
  /** The project’s images: columns of the sheet, and featured images of its pages if the platform supports them. */
  images?: readonly PageImage[];
}

export interface ProjectReading {
  project?: Project;
  compiled?: CompiledSeed;
  /** Candidates for the seed page, if the export has several. */
  choices?: readonly PageChoice[];
  problems: Problem[];
}
