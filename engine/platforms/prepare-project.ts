/** A seed joined with a sheet and a project key, by the format that has read the seed. */
import type { ProjectOptions, ProjectReading } from '../render/project.ts';
import { tellOtherSpellings } from '../render/spelling-notices.ts';
import type { Seed } from '../render/seed.ts';
import { addImageColumns } from '../sheet/image-columns.ts';
import type { Table } from '../sheet/table.ts';
import { getPlatform } from './registry.ts';

/** Compiles a project; a project comes back exactly when there is no fault. */
export function prepareProject(options: ProjectOptions & { seed: Seed; table: Table }): ProjectReading {
  const { seed, page = '' } = options;
  const table = addImageColumns(options.table, options.images ?? []);
  const format = getPlatform(seed.platform);
  const reading = format.compile({ ...options, table });
  const problems = [
    ...reading.problems,
    ...tellOtherSpellings({
      ...options,
      table,
      compiled: reading.compiled,
      pages: format.listPages?.(seed, page),
    }),
  ];
  if (page === '' || format.choosesPage === true) return { ...reading, problems };
  const text =
    'You can’t choose a page in this kind of file: the first record with placeholders is used. Delete the records before it.';
  return {
    ...reading,
    problems: [...problems, { code: 'page-unused', severity: 'notice', file: seed.file, text }],
  };
}
