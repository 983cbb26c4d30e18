/** Runs the engine on a draft: inspection, previews, fixes, and the text that a save stores for its sheet. */
import type { FileReply, HandlerInput, ReplyInput } from '#contract/endpoint.ts';
import type { draftsContract } from '#contract/drafts.contract.ts';
import type { QualityEstimate } from '#contract/estimates.contract.ts';
import { readSchedule } from '#contract/page-settings.ts';
import { splitNames } from '#contract/preserved-names.ts';
import { hasSiteBaseUrl, isGeocoder } from '#contract/project-types.ts';
import type { Files } from '#server/gateways/files.ts';
import type { DraftInput, DraftSheetInput } from '#server/jobs/engine-pool.ts';
import type { FairQueue } from '#server/fair-queue.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import { type Context, withServices } from '../../context.ts';
import type { PlanLimitsService } from '../billing/limits.service.ts';
import { isStoreFault } from '../files/store-fault.service.ts';
import { readUpload } from '../files/stored-upload.service.ts';
import type { UploadsService } from '../files/uploads.service.ts';
import type { ImagesService } from '../images/images.service.ts';
import type { RunsService } from '../runs/runs.service.ts';
import { checkTownFilter, refuseTowns } from '../places/places.service.ts';
import { hasLinkedRows } from './draft-answer.service.ts';
import { createEstimateCache, toEstimateState } from './draft-estimate.service.ts';
import { DEFAULT_READING } from './draft-files.service.ts';
import type { DraftsService } from './drafts.service.ts';
import type { DraftChange, DraftRow } from './drafts.store.ts';

type DraftReadingContext = Pick<Context, 'db' | 'files' | 'pool'> & {
  /** Limit estimates and other readings: each holds the files of its draft. */
  estimating: FairQueue;
  reading: FairQueue;
};

interface DraftReadingServices {
  uploads: Pick<UploadsService, 'store'>;
  images: Pick<ImagesService, 'list' | 'describeForPages'>;
  drafts: DraftsService;
  plans: Pick<PlanLimitsService, 'describePages'>;
  runs: Pick<RunsService, 'listKnownTowns' | 'listScheduledDates'>;
}

type Needs = DraftReadingContext & DraftReadingServices;

type Input<Verb extends keyof typeof draftsContract> = HandlerInput<(typeof draftsContract)[Verb]>;
type Reply<Verb extends keyof typeof draftsContract> = ReplyInput<(typeof draftsContract)[Verb]>;

/** Rows that a project is saved with. */
export interface SavedRows {
  bytes: Uint8Array;
  name: string;
}

export type DraftReadingService = ReturnType<typeof createDraftReading>;

export function createDraftReading(context: DraftReadingContext, services: DraftReadingServices) {
  const needs = withServices(context, services);
  const { drafts, estimating } = needs;
  const estimates = createEstimateCache();
  return {
    async inspect({ params }: Input<'inspect'>, caller: Caller): Promise<Reply<'inspect'>> {
      const { draft, workspaceId } = await drafts.getWritable(params.id, caller);
      const { inspection, other, platforms, broken } = await useInput(needs, { draft, caller }, (input) =>
        needs.pool.inspectDraft(input, caller.signal),
      );
      const adding = inspection.outcome?.pages ?? 0;
      // Tagged images don't count as pages.
      const limits = isGeocoder(draft.type)
        ? undefined
        : await needs.plans.describePages(needs.db, { workspaceId, role: caller.role }, adding);
      return {
        inspection,
        other_platform: other ?? null,
        platforms: [...platforms],
        broken: broken ?? null,
        limits: limits ?? null,
      };
    },
    async estimate({ params }: { params: { id: string } }, caller: Caller): Promise<QualityEstimate | null> {
      const { draft } = await drafts.getWritable(params.id, caller);
      if (isGeocoder(draft.type)) return null;
      const images = await needs.images.list({ draftId: draft.id });
      const state = toEstimateState(draft, needs.images.describeForPages(images));
      const known = estimates.find(draft.id, state);
      if (known !== undefined) return known;
      // Files are read when it's their turn: waiting requests hold no memory, and find what an earlier one has made.
      return estimating.run({ account: draft.user_id, signal: caller.signal }, async () => {
        const made = estimates.find(draft.id, state);
        if (made !== undefined) return made;
        const found = await needs.pool.estimateDraft(await readInput(needs, draft), caller.signal);
        const estimate = found ? { ...found, estimated_at: new Date().toISOString() } : null;
        return estimates.keep(draft.id, state, estimate);
      });
    },
    async preview({ params, body }: Input<'preview'>, caller: Caller): Promise<Reply<'preview'>> {
      const { draft } = await drafts.getWritable(params.id, caller);
      return useInput(needs, { draft, caller }, (input) =>
        needs.pool.previewDraft({ ...input, text: body.text }, caller.signal),
      );
    },
    fix: (input: Input<'fix'>, caller: Caller) => fix(needs, input, caller),
    addTowns: (input: Input<'addTowns'>, caller: Caller) => addTowns(needs, input, caller),
    async problemSheet({ params }: Input<'problemSheet'>, caller: Caller): Promise<FileReply> {
      const { draft } = await drafts.getWritable(params.id, caller);
      const bytes = await useInput(needs, { draft, caller }, (input) =>
        needs.pool.writeProblemSheet(input, caller.signal),
      );
      if (bytes === undefined) throw new AppError('not_found', { message: 'There are no rows to download.' });
      return {
        name: 'rows-with-problems.csv',
        type: 'text/csv; charset=utf-8',
        size: bytes.length,
        disposition: 'attachment',
        isSeekable: false,
        open: async () =>
          (async function* send() {
            yield bytes;
          })(),
      };
    },
    /** The sheet of a draft as a project stores it. @throws AppError `invalid` if it can't be read */
    readRows: (draft: DraftRow, caller: Pick<Caller, 'actor' | 'signal'>) => readRows(needs, draft, caller),
    /** The second list of a draft as a project stores it. @throws AppError `invalid` if it can't be read */
    readCombinedRows: (draft: DraftRow, caller: Pick<Caller, 'actor' | 'signal'>) =>
      readCombinedRows(needs, draft, caller),
  };
}

/** Reads the files of a draft when it's their turn, so that waiting requests hold no memory. */
function useInput<Result>(
  needs: Needs,
  { draft, caller: { signal } }: { draft: DraftRow; caller: Pick<Caller, 'signal'> },
  use: (input: DraftInput) => Promise<Result>,
): Promise<Result> {
  return needs.reading.run({ account: draft.user_id, signal }, async () =>
    use(await readInput(needs, draft)),
  );
}

/** Reads the engine's input of a draft, without files that the store has lost. */
async function readInput({ files, images, runs }: Needs, draft: DraftRow): Promise<DraftInput> {
  const { fields, type, project_id: projectId } = draft;
  const isDated = projectId !== null && readSchedule(fields.schedule ?? '').kind === 'daily';
  const [seed, sheet, combined, shown, knownTowns, scheduledDates] = await Promise.all([
    omitLost(readSeed(files, draft)),
    omitLost(readSheet(files, draft)),
    omitLost(readCombined(files, draft)),
    images.list({ draftId: draft.id }),
    projectId === null ? '' : runs.listKnownTowns(projectId),
    isDated ? runs.listScheduledDates(projectId) : undefined,
  ]);
  return {
    userId: draft.user_id,
    type,
    ...(seed && { seed }),
    ...(sheet && { sheet }),
    ...(combined && { combined }),
    footer: fields.footer_links,
    keep: splitNames(fields.keep),
    columns: fields.columns,
    images: images.describeForPages(shown),
    ...(fields.seed_page !== '' && { page: fields.seed_page }),
    ...(hasSiteBaseUrl(type) && fields.site_base_url !== '' && { site: fields.site_base_url }),
    knownTowns,
    fileName: fields.file_name,
    caption: fields.caption,
    ...(fields.schedule && { schedule: fields.schedule }),
    ...(scheduledDates && { scheduledDates }),
  };
}

function omitLost<File>(reading: Promise<File | undefined>): Promise<File | undefined> {
  return reading.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'invalid') return undefined;
    throw error;
  });
}

async function readSeed(files: Pick<Files, 'read'>, draft: DraftRow) {
  const { seed_key: key, seed_sha256: sha256, seed_name: name } = draft;
  if (key === null || sha256 === null || name === null) return undefined;
  return {
    bytes: await readWhole(files, { key, sha256, name, what: 'seed page', field: 'file' }),
    file: name,
  };
}

/** The uploaded sheet, otherwise the rows fetched from the link. */
async function readSheet(files: Pick<Files, 'read'>, draft: DraftRow): Promise<DraftSheetInput | undefined> {
  const { sheet_key: key, sheet_sha256: sha256, sheet_name: name } = draft;
  if (key !== null && sha256 !== null && name !== null) {
    const bytes = await readWhole(files, { key, sha256, name, what: 'sheet', field: 'script' });
    return { bytes, file: name, ...toReading(draft) };
  }
  const { linked_key: linkedKey, linked_sha256: linkedSha256, linked_name: linkedName } = draft;
  if (!hasLinkedRows(draft) || linkedKey === null || linkedSha256 === null || linkedName === null)
    return undefined;
  const linked = { key: linkedKey, sha256: linkedSha256, name: linkedName };
  const bytes = await readWhole(files, { ...linked, what: 'sheet', field: 'google_spread_sheet' });
  return { bytes, file: linkedName };
}

async function readCombined(
  files: Pick<Files, 'read'>,
  draft: DraftRow,
): Promise<DraftSheetInput | undefined> {
  const { combined_key: key, combined_sha256: sha256, combined_name: name } = draft;
  if (key === null || sha256 === null || name === null) return undefined;
  const bytes = await readWhole(files, { key, sha256, name, what: 'second list', field: 'combined' });
  const { sheet_name: sheetChoice = null, hidden_rows = 'skip', encoding = null } = draft.combined_reading;
  return { bytes, file: name, ...toReading({ sheet_choice: sheetChoice, hidden_rows, encoding }) };
}

function toReading({
  sheet_choice: sheetName,
  hidden_rows: hiddenRows,
  encoding,
}: Pick<DraftRow, 'sheet_choice' | 'hidden_rows' | 'encoding'>) {
  return {
    ...(sheetName !== null && { sheetName }),
    ...(hiddenRows === 'include' && { hiddenRows }),
    ...(encoding !== null && { encoding }),
  };
}

interface StoredFile {
  key: string;
  sha256: string;
  name: string;
  what: string;
  field: string;
}

/** A file that the store has lost must be chosen again. */
function readWhole(files: Pick<Files, 'read'>, { key, sha256, name, what, field }: StoredFile) {
  return readUpload(files, { storage_key: key, sha256 }).catch((error: unknown) => {
    if (!isStoreFault(error) || error.kind !== 'absent') throw error;
    const message = `The ${what} “${name}” is missing from the file store. Choose it again.`;
    throw new AppError('invalid', { message, fields: { [field]: [message] }, cause: error });
  });
}

async function fix(needs: Needs, { params, body }: Input<'fix'>, caller: Caller) {
  const { drafts, pool, uploads } = needs;
  const { draft, workspaceId } = await drafts.getWritable(params.id, caller);
  const fixed = await useInput(needs, { draft, caller }, (input) =>
    pool.fixDraft({ ...input, request: body }, caller.signal),
  );
  const show = async (isFixed: boolean): Promise<Reply<'fix'>> => ({
    is_fixed: isFixed,
    done: isFixed ? (fixed?.done ?? []) : [],
    draft: await drafts.describe(draft.id, caller),
  });
  if (fixed === undefined) return show(false);
  const place = { workspaceId, createdBy: caller.actor.userId };
  const seed =
    fixed.seed &&
    (await uploads.store({ ...place, kind: 'seed', name: draft.seed_name ?? 'seed', bytes: fixed.seed }));
  const sheetName = draft.sheet_name ?? draft.linked_name ?? 'sheet.csv';
  const sheet =
    fixed.sheet && (await uploads.store({ ...place, kind: 'sheet', name: sheetName, bytes: fixed.sheet }));
  const changed = {
    ...(seed && {
      seed_id: seed.id,
      seed_changes: JSON.stringify([...draft.seed_changes, ...fixed.done]),
    }),
    // The fixed sheet is the text that was read with the choices, which are then reset.
    ...(sheet && {
      sheet_id: sheet.id,
      ...DEFAULT_READING,
      sheet_note: fixed.note ?? draft.sheet_note,
    }),
  };
  return show(await changeUnlessReplaced(drafts, draft, changed));
}

/** Changes a draft unless its files were replaced in the meantime. */
function changeUnlessReplaced(
  drafts: DraftsService,
  draft: DraftRow,
  changed: DraftChange,
): Promise<boolean> {
  return drafts.change(draft, changed, draft).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return false;
      throw error;
    },
  );
}

async function addTowns(
  needs: Needs,
  { params, body }: Input<'addTowns'>,
  caller: Caller,
): Promise<Reply<'addTowns'>> {
  checkTownFilter(body);
  const { drafts, pool, uploads } = needs;
  const { draft, workspaceId } = await drafts.getWritable(params.id, caller);
  const { userId } = caller.actor;
  const sheet = await readSheet(needs.files, draft);
  const { columns } = draft.fields;
  const input = { userId, query: body, columns, ...(sheet && { sheet }) };
  const result = await pool.addPlaces(input, caller.signal);
  if ('refused' in result) throw refuseTowns(result.refused);
  const { sheet: bytes, added, skipped, note, problems } = result;
  const [fault] = problems;
  if (fault) throw new AppError('invalid', { message: fault.text, problems });
  if (bytes) {
    const name = draft.sheet_name ?? draft.linked_name ?? 'towns.csv';
    const upload = await uploads.store({ workspaceId, createdBy: userId, kind: 'sheet', name, bytes });
    const changed = { sheet_id: upload.id, ...DEFAULT_READING, sheet_note: note ?? draft.sheet_note };
    if (!(await changeUnlessReplaced(drafts, draft, changed)))
      throw new AppError('conflict', { message: 'The sheet was changed in the meantime. Try again.' });
  }
  return { added, skipped, draft: await drafts.describe(draft.id, caller) };
}

async function readRows(
  needs: Needs,
  draft: DraftRow,
  caller: Pick<Caller, 'actor' | 'signal'>,
): Promise<SavedRows | undefined> {
  const { sheet_id: id, sheet_name: name, is_pasted: isPasted } = draft;
  if (id === null || name === null) return undefined;
  const sheet = await readSheet(needs.files, draft);
  if (sheet === undefined) return undefined;
  if (isPasted) return { bytes: sheet.bytes, name };
  return toStoredRows(needs, { sheet, what: 'sheet' }, caller);
}

async function readCombinedRows(
  needs: Needs,
  draft: DraftRow,
  caller: Pick<Caller, 'actor' | 'signal'>,
): Promise<SavedRows | undefined> {
  const sheet = await readCombined(needs.files, draft);
  return sheet && toStoredRows(needs, { sheet, what: 'second list' }, caller);
}

/** Converts a sheet to the text that is stored. */
async function toStoredRows(
  { pool }: Needs,
  { sheet, what }: { sheet: DraftSheetInput; what: string },
  { actor, signal }: Pick<Caller, 'actor' | 'signal'>,
): Promise<SavedRows> {
  const { text, problems } = await pool.readSheetText({ userId: actor.userId, sheet }, signal);
  if (text !== undefined) return { bytes: text, name: sheet.file };
  const message = `We can’t read the ${what} yet. Fix the problems below.`;
  throw new AppError('invalid', { message, problems });
}
