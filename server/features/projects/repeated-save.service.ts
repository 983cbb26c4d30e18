/**
 * Recognises a save that is sent again because its answer never arrived: the first one counts, and is
 * told once more, so that neither a second project nor a second run comes of it.
 */
import type { projectFields, SaveReply } from '#contract/project-shapes.ts';
import type { z } from 'zod';
import type { Db } from '#server/db/open.ts';
import type { ProjectRow } from './projects.store.ts';
import { findRun } from './runs.store.ts';
import type { UploadRow } from './uploads.store.ts';

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
  seed: Pick<UploadRow, 'name' | 'sha256'>;
  /** Of pasted data; none behind a link. */
  sheet: Pick<UploadRow, 'sha256'> | null;
}

/** @returns the answer to the first save, when this one asks for nothing else */
export async function findFirstAnswer(
  db: Db,
  { project, fields, seed, sheet }: Repetition,
): Promise<SaveReply | undefined> {
  const isSame =
    project.notes === fields.notes &&
    project.google_spread_sheet === fields.google_spread_sheet &&
    project.footer_links === fields.footer_links &&
    // By what is in them: two saves at the same moment may have stored the same file twice.
    project.seed_name === seed.name &&
    project.seed_sha256 === seed.sha256 &&
    project.sheet_sha256 === (sheet?.sha256 ?? null);
  if (!isSame || project.last_run_id === null) return undefined;
  const run = await findRun(db, project.last_run_id);
  const isFirst =
    run?.kind === 'save' && run.split === (fields.split_xml_file ?? 0) && GOOD_STATES.has(run.state);
  return isFirst ? { project_id: project.id, run_id: run.id, revision: project.revision } : undefined;
}
