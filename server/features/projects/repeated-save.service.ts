/** Recognizes a save that a client repeats because it lost the response, and returns the first response again. */
import type { SaveReply } from '#contract/project-shapes.ts';
import { BUILD_OPTIONS, type BuildOptions } from '#server/db/build-options.ts';
import type { UploadRow } from '../files/uploads.service.ts';
import type { RunsService } from '../runs/runs.service.ts';
import type { ProjectRow } from './projects.store.ts';
import type { ProjectFields } from './planned-save.service.ts';

/** States after which the same save is a repetition; after any other state it is a new attempt. */
const GOOD_STATES: ReadonlySet<string> = new Set([
  'planning',
  'queued',
  'running',
  'auditing',
  'completed',
  'completed_with_skips',
]);

interface RepeatedSave {
  project: ProjectRow;
  fields: ProjectFields;
  options: BuildOptions;
  domainId: number | null;
  seed: Pick<UploadRow, 'name' | 'sha256'> | undefined;
  /** True if the last run was made from the same images. */
  areImagesSame: boolean;
  /** Current rows; those of a link may have changed. */
  sheet: Pick<UploadRow, 'id' | 'sha256'>;
  combined: Pick<UploadRow, 'sha256'> | undefined;
  isPasted: boolean;
  /** True for the edit form, which doesn't change the title. */
  isEdit: boolean;
}

/** @returns true if the project already has the same content, with the first response if this save is a repetition */
export async function compareWithFirst(
  runs: Pick<RunsService, 'find'>,
  save: RepeatedSave,
): Promise<{ isSame: boolean; answer?: SaveReply }> {
  const { project, fields, options, domainId, seed, sheet, isPasted, isEdit } = save;
  const isSame =
    (isEdit || project.title === fields.title) &&
    project.notes === fields.notes &&
    project.google_spread_sheet === fields.google_spread_sheet &&
    BUILD_OPTIONS.every((name) => project[name] === options[name]) &&
    save.areImagesSame &&
    project.domain_id === domainId &&
    // By content, because concurrent saves may store the same file twice.
    project.seed_name === (seed?.name ?? null) &&
    project.seed_sha256 === (seed?.sha256 ?? null) &&
    project.sheet_sha256 === (isPasted ? sheet.sha256 : null) &&
    project.combined_sha256 === (save.combined?.sha256 ?? null);
  const run = isSame && project.last_run_id !== null ? await runs.find(project.last_run_id) : undefined;
  if (run?.kind !== 'save') return { isSame };
  const reply = { project_id: project.id, run_id: run.id, revision: project.revision };
  if (GOOD_STATES.has(run.state) && run.split === (fields.split_xml_file ?? 0)) {
    return { isSame, answer: reply };
  }
  const { output_bytes: bytes, split_parts: parts } = run;
  // Pasted rows were compared by content; those of a link may have changed since the question.
  const isSameSheet = isPasted || run.sheet_id === sheet.id;
  const isAsking = run.state === 'waiting_for_split' && isSameSheet && bytes !== null;
  if (!isAsking || parts === null || fields.split_xml_file !== undefined) return { isSame };
  return { isSame, answer: { ...reply, ...askToSplit(parts, bytes) } };
}

/** Response that asks whether to split the output. */
export const askToSplit = (parts: number, outputBytes: number) => ({
  question_is_split_file: true as const,
  split_xml_file: parts,
  output_bytes: outputBytes,
});
