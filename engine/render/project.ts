/**
 * A seed compiled against the columns of a sheet: everything that is the same for all rows. What is
 * wrong with the seed as such (faults) comes out here, all of it at once.
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

/** What was compiled, also where a fault keeps it from being run. */
export interface CompiledSeed {
  columns: Columns;
  scan: Scan;
  pattern: Pattern;
  /** Parts of the slug; empty where no column makes one. */
  slug: (string | Value)[];
  /** The raw text of the seed's own slug, where it has one. */
  slugText: Range | undefined;
  /** Number of static records that go along. */
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
  /** Leaves with a limit in bytes; `length` is an index into the program's lengths. */
  limits: (Omit<LimitedLeaf, 'length'> & { length: number })[];
  /** The row's own slug where a column or city and state give one. */
  rowSlug: Value | undefined;
  /** Column that names a row for ever: `row_id`, `key` or `id`. */
  keyColumn: number | undefined;
  /** Flaws of the pattern itself, and so of every page, by kind as the audit counts them. */
  flaws: Readonly<Record<string, number>>;
  /** Numbers of pages begin here. */
  firstId: number;
}

/** What a project is made of besides the sheet. */
export interface ProjectOptions {
  /** UUID or name. */
  key: string;
  /** Address of the site where the pages will stand; else the seed's own. */
  site?: string;
  /** Footer link template. */
  footer?: string;
  /** Names of brackets that are no placeholders and stay as they are. */
  keep?: readonly string[];
  /** Sources of placeholders that have no column of their name, or are filled by another one. */
  columns?: ColumnChoices;
  /** Title, id or slug of the seed page, if an export has several. */
  page?: string;
  /** The project's images: columns of the sheet, and featured images of its pages where the platform takes them. */
  images?: readonly PageImage[];
}

export interface ProjectReading {
  project?: Project;
  compiled?: CompiledSeed;
  /** Candidates for the seed page, if the export has several. */
  choices?: readonly PageChoice[];
  problems: Problem[];
}
