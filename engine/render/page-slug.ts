/** Computes slug and row key of a row, which identify its page. */
import type { Project } from './project.ts';
import type { RowValues } from './row-values.ts';
import { slugify } from '../text/slugify.ts';
import type { Value } from '../language/value.ts';

export interface RowKey {
  slug: string;
  rowKey: string;
  /** The slug before reserved ones were avoided. */
  asked: string;
}

/** Checks if the slug contains the row’s own slug and no other value, so that both are unique together. */
export function isSlugOfRowAlone(project: Project): boolean {
  const values = project.slug.filter((part) => typeof part !== 'string');
  return values.length === 1 && values.every((value) => isRowSlug(value));
}

function isRowSlug(value: Value): boolean {
  return value.source.kind === 'row-slug' && value.filters.length === 0;
}

/** Checks if a slug preserves anything of the value: `?!` and `—` leave nothing. */
function fillsSlug(value: string): boolean {
  return /[A-Za-z0-9]/.test(value) || slugify(value, 'segment') !== '';
}

/** Creates slug and key of a row; `undefined` if the slug would be empty. */
export function createRowKey(project: Project, values: RowValues): RowKey | undefined {
  const own = project.rowSlug ? values.computeText(project.rowSlug) : '';
  let text = '';
  let filled = 0;
  for (const part of project.slug) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const value = isRowSlug(part) ? own : values.computeText(part);
    if (fillsSlug(value)) filled += 1;
    text += value;
  }
  const { slugs } = project.template;
  const asked = filled === 0 ? '' : slugify(text, slugs.form);
  if (asked === '') return undefined;
  // The row's own slug is that of its town, which a combination repeats.
  const ownKey = project.table.isCombined ? '' : own;
  return { slug: slugs.finish(asked), rowKey: joinKeyCells(project, values) || ownKey || asked, asked };
}

/** Returns the key cells of a row; empty if one of them is. */
function joinKeyCells({ keyColumns }: Project, values: RowValues): string {
  const cells = keyColumns.map((column) =>
    values.computeText({ source: { kind: 'column', column }, filters: [], isHtml: false }).trim(),
  );
  return cells.includes('') ? '' : cells.join(' × ');
}
