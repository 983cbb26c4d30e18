/** Columns that set something for the page of their row. */
import type { ColumnChoice } from '../language/columns.ts';

export const STEERING_COLUMNS = [
  'page_status',
  'page_date',
  'page_parent',
  'page_author',
  'page_template',
  'page_order',
  'page_categories',
  'page_tags',
  'page_image',
  'page_noindex',
] as const;

export type SteeringColumn = (typeof STEERING_COLUMNS)[number];

/** A setting of the pages, and the column that sets it. */
export interface PageSetting {
  name: SteeringColumn;
  /** Index of the column that sets it: the chosen one, or the one with its name. */
  column?: number;
  choice?: ColumnChoice;
  /** Index of a column that looks like it; omitted if rows can’t set it. */
  likely?: number;
  /** Reason why rows can’t set it. */
  obstacle?: string;
}
