/** Opens rows of a project: their values know the project's variants and neighbors. */
import { createRowKey } from './page-slug.ts';
import type { Project } from './project.ts';
import { type NearbyRows, type RowContext, RowValues } from './row-values.ts';

/** @param neighbors omitted while nothing near a row is written */
export function createRowOpener(project: Project, neighbors?: NearbyRows): (row: number) => RowValues {
  const context: RowContext = {
    projectKey: project.key,
    getRowKey: (values) => createRowKey(project, values)?.rowKey ?? '',
    ...(project.shape && { shape: project.shape }),
    ...(neighbors && { neighbors }),
  };
  return (row) => new RowValues(project.table, row, context);
}
