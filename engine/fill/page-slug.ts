/** Slug and row key of a row: what makes its page found again and no other page's. */
import type { Project } from './project.ts';
import type { RowValues } from './row-values.ts';
import { avoidReservedSlug, slugify } from './slugify.ts';

export interface RowKey {
  slug: string;
  rowKey: string;
  /** The slug before WordPress' reserved ones were avoided. */
  asked: string;
}

/** Of the row that `values` has selected; `undefined` where nothing is left to make a slug of. */
export function rowKeyOf(project: Project, values: RowValues): RowKey | undefined {
  let text = '';
  let filled = 0;
  for (const part of project.slug) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const value = values.textOf(part);
    if (value.trim() !== '') filled += 1;
    text += value;
  }
  const asked = filled === 0 ? '' : slugify(text, 'segment');
  if (asked === '') return undefined;
  return { slug: avoidReservedSlug(asked), rowKey: keyTextOf(project, values) || asked, asked };
}

function keyTextOf(project: Project, values: RowValues): string {
  if (project.keyColumn !== undefined) {
    const key = values
      .textOf({ source: { kind: 'column', column: project.keyColumn }, filters: [], isHtml: false })
      .trim();
    if (key !== '') return key;
  }
  return project.rowSlug ? values.textOf(project.rowSlug) : '';
}
