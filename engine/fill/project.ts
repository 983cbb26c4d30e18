/**
 * A seed compiled against the columns of a sheet: everything that is the same for all rows. What is
 * wrong with the seed as such (faults) comes out here, all of it at once.
 */
import type { AddressTemplate } from '../formats/wordpress-wxr-address.ts';
import type { Pattern } from '../formats/wordpress-wxr-pattern.ts';
import type { Statics } from '../formats/wordpress-wxr-statics.ts';
import type { Problem } from '../problem.ts';
import type { Seed } from '../seed/seed.ts';
import type { Scan } from '../contexts/scan.ts';
import type { Table } from '../table/table.ts';
import type { Columns } from '../template/columns.ts';
import type { FooterTemplate } from './footer.ts';
import type { Program } from './program.ts';
import type { Value } from '../template/value.ts';

export interface Project extends CompiledSeed {
  seed: Seed;
  table: Table;
  /** UUID. */
  key: string;
  program: Program;
  /** Limited leaves: name, limit in bytes and index into the program's lengths. */
  limits: { name: string; limit: number; isRequired: boolean; length: number }[];
  /** The row's own slug where a column or city and state give one. */
  rowSlug: Value | undefined;
  /** Column that names a row for ever: `row_id`, `key` or `id`. */
  keyColumn: number | undefined;
  address: AddressTemplate;
  /** Site of the guids, without a slash at its end. */
  guidSite: string;
  /** Flaws of the pattern itself, and so of every page, by kind as the audit counts them. */
  flaws: Readonly<Record<string, number>>;
  /** Ids of pages begin here. */
  firstId: number;
  /** Seconds since 1970: no page is dated later; local time is `base + localOffset`. */
  dateBase: number;
  localOffset: number;
  /** Does the seed have a date in UTC? Without, it is left to the importer. */
  hasGmt: boolean;
}

/** What was compiled, also where a fault keeps it from being run. */
export interface CompiledSeed {
  columns: Columns;
  scan: Scan;
  pattern: Pattern;
  /** Parts of the slug; empty where no column makes one. */
  slug: (string | Value)[];
  statics: Statics;
  /** Values that name the featured image of a page by its id; empty where all have the same. */
  pictures: Value[];
  footer: FooterTemplate;
}

export interface ProjectReading {
  project?: Project;
  compiled?: CompiledSeed;
  problems: Problem[];
}
