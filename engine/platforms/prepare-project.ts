/** Joins a seed with a sheet and a project key. */
import type { ProjectOptions, ProjectReading } from '../render/project.ts';
import { addPlaceColumns } from '../render/place-columns.ts';
import { reportLoneVariants } from '../render/place-constructs.ts';
import { reportOtherSpellings } from '../render/spelling-notices.ts';
import type { Seed } from '../render/seed.ts';
import { addImageColumns } from '../sheet/image-columns.ts';
import type { Table } from '../sheet/table.ts';
import { getPlatform } from './registry.ts';
import { tryProject } from './trial.ts';

/** Compiles a project; returns one only without faults. */
export function prepareProject(options: ProjectOptions & { seed: Seed; table: Table }): ProjectReading {
  const { seed, page = '', held } = options;
  const { towns, ...located }: ReturnType<typeof addPlaceColumns> = options.places
    ? addPlaceColumns(options.table, {
        texts: [seed.text, options.footer ?? ''],
        choices: options.columns ?? {},
        places: options.places,
        known: options.knownTowns,
      })
    : { table: options.table, problems: [] };
  const table = addImageColumns(located.table, options.images ?? []);
  const platform = getPlatform(seed.platform);
  const { project, ...compiled } = platform.compile({ ...options, table });
  const tried = project && tryProject(project, compiled.problems, platform.audit);
  const reading = { ...compiled, ...tried };
  if (reading.project)
    reading.project = { ...reading.project, ...(towns && { towns }), ...(held && { held }) };
  const problems = [
    ...located.problems,
    ...reading.problems,
    ...(reading.compiled ? reportLoneVariants(seed, reading.compiled) : []),
    ...reportOtherSpellings({
      ...options,
      table,
      compiled: reading.compiled,
      pages: platform.listPages?.(seed, page),
      hasTemplateTags: platform.hasTemplateTags === true,
    }),
  ];
  if (page === '' || platform.choosesPage === true) return { ...reading, table, problems };
  const text =
    'You can’t choose a page in this kind of file: the first record with placeholders is used. Delete the records before it.';
  return {
    ...reading,
    table,
    problems: [...problems, { code: 'page-unused', severity: 'notice', file: seed.file, text }],
  };
}
