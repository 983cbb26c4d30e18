/** Joins a seed with a sheet and a project key. */
import type { ProjectOptions, ProjectReading } from '../render/project.ts';
import { reportOtherSpellings } from '../render/spelling-notices.ts';
import type { Seed } from '../render/seed.ts';
import { addImageColumns } from '../sheet/image-columns.ts';
import type { Table } from '../sheet/table.ts';
import { getPlatform } from './registry.ts';
import { tryProject } from './trial.ts';

/** Compiles a project; returns one only without faults. */
export function prepareProject(options: ProjectOptions & { seed: Seed; table: Table }): ProjectReading {
  const { seed, page = '' } = options;
  const table = addImageColumns(options.table, options.images ?? []);
  const platform = getPlatform(seed.platform);
  const { project, ...compiled } = platform.compile({ ...options, table });
  const tried = project && tryProject(project, compiled.problems, platform.audit);
  const reading = { ...compiled, ...tried };
  const problems = [
    ...reading.problems,
    ...reportOtherSpellings({
      ...options,
      table,
      compiled: reading.compiled,
      pages: platform.listPages?.(seed, page),
      hasTemplateTags: platform.hasTemplateTags === true,
    }),
  ];
  if (page === '' || platform.choosesPage === true) return { ...reading, problems };
  const text =
    'You can’t choose a page in this kind of file: the first record with placeholders is used. Delete the records before it.';
  return {
    ...reading,
    problems: [...problems, { code: 'page-unused', severity: 'notice', file: seed.file, text }],
  };
}
