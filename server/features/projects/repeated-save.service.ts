/**
 * Recognises a save that is sent again because its answer never arrived: the first one counts, and is
 * answered once more, so that neither a second project nor a second run comes of it.
 */
import type { SaveReply } from '#contract/project-shapes.ts';
import type { UploadRow } from '../files/uploads.service.ts';
import type { RunsService } from '../runs/runs.service.ts';
import type { ProjectRow } from './projects.store.ts';
import type { ProjectFields } from './planned-save.service.ts';

/** A run that goes on or went well; after any other one, saving again means another try. */
const GOOD_STATES: ReadonlySet<string> = new Set([
  'planning',
  'queued',
  'running',
  'auditing',
  'completed',
  'completed_with_skips',
]);

interface Repetition {
  project: ProjectRow;
  fields: ProjectFields;
  keep: string;
  seedPage: string;
  columns: string;
  siteBaseUrl: string;
  domainId: number | null;
  seed: Pick<UploadRow, 'name' | 'sha256'> | undefined;
  templates: { fileName: string; caption: string };
  /** The last run was made of the same images. */
  areImagesSame: boolean;
  /** As it is now; behind a link it may be another one than it was. */
  sheet: Pick<UploadRow, 'id' | 'sha256'>;
  isPasted: boolean;
  /** The edit form changes no title. */
  isEdit: boolean;
}

/**
 * @returns whether the project holds all of it already, and the answer to the first save when this one asks
 * for nothing else
 */
export async function compareWithFirst(
  runs: Pick<RunsService, 'find'>,
  repetition: Repetition,
): Promise<{ isSame: boolean; answer?: SaveReply }> {
  const { project, fields, keep, seedPage, siteBaseUrl, domainId, seed, templates, sheet } = repetition;
  const { isPasted, isEdit } = repetition;
  const isSame =
    (isEdit || project.title === fields.title) &&
    project.notes === fields.notes &&
    project.google_spread_sheet === fields.google_spread_sheet &&
    project.footer_links === fields.footer_links &&
    project.keep === keep &&
    project.seed_page === seedPage &&
    project.columns === repetition.columns &&
    project.site_base_url === siteBaseUrl &&
    project.file_name === templates.fileName &&
    project.caption === templates.caption &&
    repetition.areImagesSame &&
    project.domain_id === domainId &&
    // By what is in them: two saves at the same moment may have stored the same file twice.
    project.seed_name === (seed?.name ?? null) &&
    project.seed_sha256 === (seed?.sha256 ?? null) &&
    project.sheet_sha256 === (isPasted ? sheet.sha256 : null);
  const run = isSame && project.last_run_id !== null ? await runs.find(project.last_run_id) : undefined;
  if (run?.kind !== 'save') return { isSame };
  const reply = { project_id: project.id, run_id: run.id, revision: project.revision };
  if (GOOD_STATES.has(run.state) && run.split === (fields.split_xml_file ?? 0)) {
    return { isSame, answer: reply };
  }
  const { output_bytes: bytes, split_parts: parts } = run;
  // Pasted rows were compared by what is in them; those behind a link may have changed since the question.
  const isSameSheet = isPasted || run.sheet_id === sheet.id;
  const isAsking = run.state === 'waiting_for_split' && isSameSheet && bytes !== null;
  if (!isAsking || parts === null || fields.split_xml_file !== undefined) return { isSame };
  return { isSame, answer: { ...reply, ...askToSplit(parts, bytes) } };
}

/** The question that a save is answered with. */
export const askToSplit = (parts: number, outputBytes: number) => ({
  question_is_split_file: true as const,
  split_xml_file: parts,
  output_bytes: outputBytes,
});
