/**
 * Recognises a save that is sent again because its answer never arrived: the first one counts, and is
 * told once more, so that neither a second project nor a second run comes of it.
 */
import type { projectFields, SaveReply } from '#contract/project-shapes.ts';
import type { z } from 'zod';
import type { Db } from '#server/db/open.ts';
import type { ProjectRow } from './projects.store.ts';
import { findRun } from './runs.store.ts';

/** A run that goes on or went well; after any other one, saving again means another try. */
const GOOD_STATES: ReadonlySet<string> = new Set([
  'planning',
  'queued',
  'running',
  'auditing',
  'landed',
  'landed_with_losses',
]);

interface Repetition {
  project: ProjectRow;
  fields: z.output<typeof projectFields>;
  seedId: string;
  /** Of pasted data; none behind a link. */
  sheetId: string | null;
}

/** @returns the answer to the first save, when this one asks for nothing else */
export async function findFirstAnswer(
  db: Db,
  { project, fields, seedId, sheetId }: Repetition,
): Promise<SaveReply | undefined> {
  const isSame =
    project.notes === fields.notes &&
    project.google_spread_sheet === fields.google_spread_sheet &&
    project.footer_links === fields.footer_links &&
    project.seed_id === seedId &&
    project.sheet_id === sheetId;
  if (!isSame || project.last_run_id === null) return undefined;
  const run = await findRun(db, project.last_run_id);
  const isFirst =
    run?.kind === 'save' && run.split === (fields.split_xml_file ?? 0) && GOOD_STATES.has(run.state);
  return isFirst ? { project_id: project.id, run_id: run.id, revision: project.revision } : undefined;
}
