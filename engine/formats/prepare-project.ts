/** A seed joined with a sheet and a project key, by the format that has read the seed. */
import type { ProjectOptions, ProjectReading } from '../fill/project.ts';
import { tellOtherSpellings } from '../fill/spelling-notices.ts';
import type { Seed } from '../fill/seed.ts';
import { addImageColumns } from '../table/image-columns.ts';
import type { Table } from '../table/table.ts';
import { formatOf } from './registry.ts';

/** Compiles a project; a project comes back exactly when there is no fault. */
export function prepareProject(options: ProjectOptions & { seed: Seed; table: Table }): ProjectReading {
  const table = addImageColumns(options.table, options.images ?? []);
  const reading = formatOf(options.seed.platform).compile({ ...options, table });
  const spellings = tellOtherSpellings({ ...options, table, compiled: reading.compiled });
  return { ...reading, problems: [...reading.problems, ...spellings] };
}
