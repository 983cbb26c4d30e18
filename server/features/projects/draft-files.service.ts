/** The files of drafts: seed pages, sheets, images, and rows fetched from a link. */
import type { HandlerInput, UploadedFile } from '#contract/endpoint.ts';
import type { WireProblem } from '#contract/envelope.ts';
import { webLink } from '#contract/fields.ts';
import type { ImageFile } from '#contract/image-shapes.ts';
import type { Draft } from '#contract/draft-shapes.ts';
import type { draftsContract } from '#contract/drafts.contract.ts';
import { PASTED_NAME } from '#contract/project-shapes.ts';
import { PROJECT_TEXTS } from '#contract/project-texts.ts';
import { getFileExtension, isGeocoder } from '#contract/project-types.ts';
import { isSeedFile, getSeedRefusal } from '#contract/seed-file.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import { type Context, withServices } from '../../context.ts';
import type { SignFor } from '../files/signing.service.ts';
import type { NewUpload, UploadRow, UploadsService } from '../files/uploads.service.ts';
import { describeImage, type ImagesService } from '../images/images.service.ts';
import type { Author, DraftsService, Form, OpenedDraft } from './drafts.service.ts';
import type { FetchSheet } from './sheet-fetch.service.ts';

type DraftFilesContext = Pick<Context, 'db' | 'audit' | 'pool' | 'clock'>;

interface DraftFilesServices {
  uploads: Pick<UploadsService, 'store'>;
  images: Pick<ImagesService, 'store' | 'findByUrls' | 'remove' | 'order'>;
  drafts: DraftsService;
  fetchSheet: FetchSheet;
  signFor: SignFor;
}

type Needs = DraftFilesContext & DraftFilesServices;

type Input<Verb extends keyof typeof draftsContract> = HandlerInput<(typeof draftsContract)[Verb]>;

export interface SentFile {
  form: Form;
  file: UploadedFile | undefined;
}

export interface SeedReply {
  id: string;
  draft_id: string;
  name: string;
  size: number;
  url: string;
  placeholders: string[];
  record_count: number;
  problems: WireProblem[];
}

/** Default choices: read the whole sheet. */
export const DEFAULT_READING = {
  sheet_choice: null,
  hidden_rows: 'skip',
  encoding: null,
  sheet_note: null,
} as const;

export type DraftFilesService = ReturnType<typeof createDraftFiles>;

export function createDraftFiles(context: DraftFilesContext, services: DraftFilesServices) {
  const needs = withServices(context, services);
  const { drafts, images } = needs;
  /** Changes a draft and shows it. */
  const changeAndShow = async (
    { params }: { params: { id: string } },
    caller: Author,
    makeChange: (opened: OpenedDraft) => Promise<Parameters<DraftsService['change']>[1]>,
  ): Promise<Draft> => {
    const opened = await drafts.getWritable(params.id, caller);
    await drafts.change(opened.draft, await makeChange(opened));
    return drafts.describe(params.id, caller);
  };
  return {
    putSheet: (input: Input<'putSheet'>, caller: Caller) =>
      changeAndShow(input, caller, async (opened) => {
        const { name, bytes, isPasted } = takeSheet(input);
        const upload = await storeFor(needs, opened, { author: caller, kind: 'sheet', name, bytes });
        return { sheet_id: upload.id, is_pasted: isPasted, ...DEFAULT_READING };
      }),
    readSheetAs: (input: Input<'readSheetAs'>, caller: Caller) =>
      changeAndShow(input, caller, async ({ draft }) => {
        const { list, ...choices } = input.body;
        if (list === 'combined')
          return { combined_reading: JSON.stringify({ ...draft.combined_reading, ...choices }) };
        const { sheet_name: choice, hidden_rows, encoding } = choices;
        return {
          ...(choice !== undefined && { sheet_choice: choice }),
          ...(hidden_rows !== undefined && { hidden_rows }),
          ...(encoding !== undefined && { encoding }),
        };
      }),
    dropSheet: (input: Input<'dropSheet'>, caller: Caller) =>
      changeAndShow(input, caller, async () => ({ sheet_id: null, is_pasted: false, ...DEFAULT_READING })),
    putCombined: (input: Input<'putCombined'>, caller: Caller) =>
      changeAndShow(input, caller, async (opened) => {
        const { file } = input;
        if (file === undefined) throw refuse(PROJECT_TEXTS.dataRequired);
        if (isGeocoder(opened.draft.type)) throw refuse('A Geocoder has no second list.');
        const { name, bytes } = file;
        const upload = await storeFor(needs, opened, { author: caller, kind: 'sheet', name, bytes });
        return { combined_id: upload.id, combined_reading: '{}' };
      }),
    dropCombined: (input: Input<'dropCombined'>, caller: Caller) =>
      changeAndShow(input, caller, async () => ({ combined_id: null })),
    dropSeed: (input: Input<'dropSeed'>, caller: Caller) =>
      changeAndShow(input, caller, async () => ({ seed_id: null, seed_changes: '[]' })),
    fetchSheet: (input: Input<'fetchSheet'>, caller: Caller) =>
      changeAndShow(input, caller, async (opened) => {
        const link = readLink(opened.draft.fields.google_spread_sheet);
        const { name, bytes, notice } = await needs.fetchSheet(link, caller);
        const upload = await storeFor(needs, opened, { author: caller, kind: 'sheet', name, bytes });
        const fetched = { linked_id: upload.id, linked_from: opened.draft.fields.google_spread_sheet };
        return { ...fetched, linked_at: needs.clock(), linked_notice: notice ?? null };
      }),
    /** Reads a seed, stores it and puts it into the draft of its form. Without a draft, an unreadable seed is refused. */
    uploadSeed: (sent: SentFile, caller: Caller) => uploadSeed(needs, sent, caller),
    /** Puts an image into the draft of its form. */
    uploadImage: (sent: SentFile & { chosenAt?: Date | undefined }, caller: Caller) =>
      uploadImage(needs, sent, caller),
    /** Removes an image, found by its URL, from its draft or project. */
    async removeImage(url: string, caller: Author): Promise<void> {
      const found = await findOwnImages(needs, [url], caller);
      for (const { id } of found) await images.remove(id);
      await recordChange(needs, found, { author: caller, images: 'removed' });
      await touchDrafts(needs, found, caller);
    },
    /** Puts images, found by their URLs, in this order. */
    async orderImages(urls: readonly string[], caller: Author): Promise<void> {
      const found = await findOwnImages(needs, urls, caller);
      await images.order(found);
      await recordChange(needs, found, { author: caller, images: 'reordered' });
      await touchDrafts(needs, found, caller);
    },
    /** Finds the platforms of a file; if there is only one, a draft of that type gets it as its seed page. */
    async recognize(file: UploadedFile | undefined, caller: Caller) {
      if (file === undefined) throw refuse(PROJECT_TEXTS.seedRequired);
      const { bytes, name } = file;
      const userId = caller.actor.userId;
      const question = { userId, seed: { bytes, file: name } };
      const platforms = [...(await needs.pool.recognize(question, caller.signal))];
      const [type] = platforms;
      if (type === undefined || platforms.length > 1) return { platforms };
      const place = await drafts.findPlace({ type }, caller);
      const upload = await storeFor(needs, place, { author: caller, kind: 'seed', name, bytes });
      const { id } = await drafts.open({ body: { type } }, caller);
      const { draft } = await drafts.getWritable(id, caller);
      await drafts.change(draft, { seed_id: upload.id });
      return { platforms, draft_id: id };
    },
  };
}

function takeSheet({ body, file, large }: Input<'putSheet'>) {
  if (file !== undefined) return { ...file, isPasted: false };
  const { script = '' } = body;
  if (script.trim() === '')
    throw new AppError('invalid', { fields: { script: [PROJECT_TEXTS.dataRequired] } });
  return { name: PASTED_NAME, bytes: large ?? new TextEncoder().encode(script), isPasted: true };
}

function readLink(text: string): string {
  const { success, data, error } = webLink('Google Sheet Link is required').safeParse(text);
  if (success) return data;
  throw new AppError('invalid', {
    fields: { google_spread_sheet: error.issues.map(({ message }) => message) },
  });
}

type NewFile = Pick<NewUpload, 'kind' | 'name' | 'bytes'> & { author: Author };

function storeFor(
  { uploads }: Pick<Needs, 'uploads'>,
  { workspaceId }: Pick<OpenedDraft, 'workspaceId'>,
  { author, ...file }: NewFile,
): Promise<UploadRow> {
  return uploads.store({ workspaceId, createdBy: author.actor.userId, ...file });
}

/** @throws AppError `invalid` if a project of the type doesn't take the file */
export function checkSeedType(file: UploadedFile, type: string): void {
  if (!isSeedFile(file, type)) throw refuse(getSeedRefusal(type));
}

function refuse(message: string): AppError {
  return new AppError('invalid', { message, fields: { file: [message] } });
}

async function uploadSeed(needs: Needs, { form, file }: SentFile, caller: Caller): Promise<SeedReply> {
  const { drafts, pool } = needs;
  const place = await drafts.findPlace(form, caller);
  if (file === undefined) throw new AppError('invalid', { fields: { file: [PROJECT_TEXTS.seedRequired] } });
  checkSeedType(file, form.type);
  const seed = { bytes: file.bytes, file: file.name };
  const question = { userId: caller.actor.userId, type: form.type, seed };
  const { inspection } = await pool.inspectDraft(question, caller.signal);
  // A form shows the problems of its file, and offers fixes.
  if (inspection.seed === undefined && form.draft_id === undefined) {
    throw new AppError('invalid', { message: PROJECT_TEXTS.uploadFailed, problems: inspection.problems });
  }
  const upload = await storeFor(needs, place, {
    author: caller,
    kind: 'seed',
    name: file.name,
    bytes: file.bytes,
  });
  // The draft is opened last, so that it isn't empty if storing the file fails.
  const { draft } = await drafts.getOfForm(form, caller);
  await drafts.change(draft, { seed_id: upload.id, seed_changes: '[]' });
  const { placeholders = [], records = [] } = inspection.seed ?? {};
  return {
    id: upload.id,
    draft_id: draft.id,
    name: upload.name,
    size: upload.size,
    url: needs.signFor(caller.actor)({
      kind: 'seed',
      id: upload.id,
      name: `seed.${getFileExtension(form.type)}`,
    }),
    placeholders: placeholders.map(({ text }) => text),
    record_count: records.reduce((sum, { count }) => sum + count, 0),
    problems: inspection.problems,
  };
}

async function uploadImage(
  needs: Needs,
  { form, file, chosenAt }: SentFile & { chosenAt?: Date | undefined },
  caller: Caller,
): Promise<ImageFile> {
  const { drafts, images } = needs;
  const place = await drafts.findPlace(form, caller);
  const { workspaceId, project } = place;
  const openDraft = async () => {
    const { draft } = await drafts.getOfForm(form, caller);
    await drafts.change(draft, {});
    return draft.id;
  };
  const { userId } = caller.actor;
  const { type } = project ?? ('draft' in place ? place.draft : form);
  const owner = { openDraft, workspaceId, createdBy: userId };
  const image = await images.store({ ...owner, file, chosenAt, isForCopies: isGeocoder(type) });
  return describeImage(image, needs.signFor(caller.actor));
}

/** Images of a draft belong to its author. @returns those that exist @throws AppError `not_found` if none do */
async function findOwnImages({ images }: Needs, urls: readonly string[], { actor, scope }: Author) {
  const found = await images.findByUrls(urls, scope);
  const own = found.filter(
    ({ project_id: id, draft_user_id: author }) => id !== null || author === actor.userId,
  );
  if (own.length === 0) throw new AppError('not_found');
  return own;
}

/** Images of a saved project change immediately. */
async function recordChange(
  { db, audit }: Needs,
  found: readonly { project_id: number | null }[],
  { author, ...after }: { author: Author; images: 'removed' | 'reordered' },
): Promise<void> {
  for (const id of new Set(found.map((image) => image.project_id)))
    if (id !== null)
      await db.transaction().execute((trx) =>
        audit.record(trx, author.actor, {
          verb: 'update',
          object: { kind: 'project', id },
          before: {},
          after,
        }),
      );
}

/** Removing or reordering images is a change of the draft. */
async function touchDrafts(
  { drafts }: Needs,
  found: readonly { draft_id: string | null }[],
  author: Author,
): Promise<void> {
  const ids = new Set(found.flatMap(({ draft_id: id }) => (id === null ? [] : [id])));
  for (const id of ids) await drafts.change((await drafts.getWritable(id, author)).draft, {});
}
