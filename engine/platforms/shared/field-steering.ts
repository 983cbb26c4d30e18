/** Settings of pages on platforms where each is one field of the record. */
import type { Bracketed } from '../../language/placeholder.ts';
import type { Columns } from '../../language/columns.ts';
import { type HeldAction, holdsPages } from '../../render/held-pages.ts';
import type { ProjectOptions } from '../../render/project.ts';
import { type PageSetting, type SteeringColumn } from '../../render/page-setting.ts';
import {
  type Steering,
  type SteeringSupport,
  findSteering,
  listAccepted,
  refuseCell,
} from '../../render/steering.ts';
import type { Seed } from '../../render/seed.ts';
import type { RowFault } from '../../render/row-fault.ts';
import type { Problem } from '../../problem.ts';
import type { Table } from '../../sheet/table.ts';

/** A field of the seed that rows can set. */
export interface SteeredField {
  /** Text for rows whose cell is empty. */
  own: string;
  /** Converts a cell to the field’s text; undefined if the field can’t have it. */
  write(cell: string): string | undefined;
}

interface FieldSteeringRequest {
  options: ProjectOptions & { seed: Seed; table: Table };
  support: SteeringSupport;
  product: string;
  columns: Columns;
  bracketed: readonly Bracketed[];
  /** Fields of the seed, or the reason why rows can’t set one. */
  fields: ReadonlyMap<SteeringColumn, SteeredField | string>;
}

export interface FieldSteering {
  /** Omitted if nothing steers the pages. */
  steering?: Steering;
  sets(column: SteeringColumn): boolean;
  settings: readonly PageSetting[];
  problems: readonly Problem[];
}

const toObstacle = (field: SteeredField | string | undefined, missing: string): string | undefined =>
  typeof field === 'object' ? undefined : (field ?? missing);

function checkSchedule({ options, product, fields }: FieldSteeringRequest): Problem[] {
  const { schedule } = options;
  if (!schedule) return [];
  const reason =
    schedule.kind === 'daily'
      ? `pages for ${product} can’t be scheduled. Import them as drafts, and publish them on their dates`
      : toObstacle(fields.get('page_status'), 'the seed has no status');
  if (reason === undefined) return [];
  const text = `The schedule has no effect: ${reason}.`;
  return [{ code: 'schedule-unsupported', severity: 'notice', file: options.seed.file, text }];
}

/** Finds the settings that rows choose. */
export function createFieldSteering(request: FieldSteeringRequest): FieldSteering {
  const { options, support, fields } = request;
  const { table, schedule } = options;
  const { columns, settings, problems } = findSteering({
    ...request,
    table,
    held: options.held,
    findObstacle: (column) => toObstacle(fields.get(column), 'the seed has no such field'),
  });
  const status = fields.get('page_status');
  const isDraft = schedule?.kind === 'drafts' && typeof status === 'object';
  const mayBeDraft = isDraft || holdsPages(options.held, 'draft');
  const set = new Map(
    [...fields].flatMap(([column, field]): [SteeringColumn, SteeredField][] => {
      const isSet = columns.has(column) || (column === 'page_status' && mayBeDraft);
      return isSet && typeof field === 'object' ? [[column, field]] : [];
    }),
  );
  const all = [...problems, ...checkSchedule(request)];
  if (set.size === 0) return { sets: () => false, settings, problems: all };
  const read = (row: number, held?: HeldAction) => {
    const faults: RowFault[] = [];
    const texts = [...set].map(([column, field]) => {
      const index = columns.get(column);
      const cell = index === undefined ? '' : table.getCell(row, index).trim();
      const usual = column === 'page_status' && isDraft ? field.write('draft') : undefined;
      const text = cell === '' ? (usual ?? field.own) : field.write(cell);
      const { [column]: accepted } = support.columns;
      if (text === undefined && accepted)
        faults.push(refuseCell(table.columns[index ?? -1]?.name ?? column, cell, listAccepted(accepted)));
      const isHeld = column === 'page_status' && held === 'draft';
      return [column, (isHeld ? field.write('draft') : text) ?? ''];
    });
    return { fields: Object.fromEntries(texts), faults };
  };
  return {
    steering: { columns, read, varied: [] },
    sets: (column) => set.has(column),
    settings,
    problems: all,
  };
}
