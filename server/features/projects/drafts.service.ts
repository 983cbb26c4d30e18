/** Drafts: the seeds, sheets and fields that were entered into a form and not saved yet. */
import type { z } from 'zod';
import type { UploadedFile } from '#contract/endpoint.ts';
import type { WireProblem } from '#contract/envelope.ts';
import type { ImageFile } from '#contract/image-shapes.ts';
import { DRAFT_LIFE_MS } from '#contract/limits.ts';
import { type draftFields, PASTED_NAME } from '#contract/project-shapes.ts';
import { PROJECT_TEXTS } from '#contract/project-texts.ts';
import { fileEnding, isGeocoder } from '#contract/project-types.ts';
import { isSeedFile, seedRefusal } from '#contract/seed-file.ts';
import { onBroken } from '#server/db/database-error.ts';
import type { Db } from '#server/db/open.ts';
import { checkWritable } from '#server/db/scope.ts';
import type { EnginePool } from '#server/jobs/engine-pool.ts';
import type { Files } from '#server/gateways/files.ts';
import { AppError, getFound } from '../../app-error.ts';
import type { Caller, Scope } from '../../caller.ts';
import { copyBytes } from '../../long-bytes.ts';
import type { FileHolder } from '../files/garbage-collection.service.ts';
import type { SignFor } from '../files/signing.service.ts';
import type { UploadsService } from '../files/uploads.service.ts';
import { describeImage, type ImagesService } from '../images/images.service.ts';
import type { RunsService } from '../runs/runs.service.ts';
import { describeDraft, type DraftAnswer } from './draft-answer.service.ts';
import { findProject, type ProjectRow } from './projects.store.ts';
import {
  closeDrafts,
  deleteDrafts,
  deleteOldDrafts,
  type DraftRow,
  findDraft,
  type FormOwner,
  openDrafts,
  upsertDraft,
} from './drafts.store.ts';

/** A form, and whose rows its author may see. */
export interface Form extends FormOwner {
  scope: Scope;
}

export interface DraftsNeeds {
  db: Db;
  files: Files;
  pool: EnginePool;
  uploads: Pick<UploadsService, 'store'>;
  images: Pick<ImagesService, 'store' | 'list' | 'findByUrls' | 'remove' | 'order' | 'take'>;
  runs: Pick<RunsService, 'cancelWaiting'>;
  clock: () => Date;
  signFor: SignFor;
}

export interface DraftsService {
  /** Reads a seed, stores it and puts it into the draft of its form; refused when it cannot be read. */
  uploadSeed(upload: SeedUpload): Promise<SeedAnswer>;
  /** Puts an image into the draft of its form, or beside it. */
  uploadImage(upload: ImageUpload): Promise<ImageFile>;
  /** Removes the image that an address names from its draft or project. */
  removeImage(url: string, caller: Pick<Caller, 'actor' | 'scope'>): Promise<void>;
  /** Puts the images that addresses name into this order. */
  orderImages(urls: readonly string[], caller: Pick<Caller, 'actor' | 'scope'>): Promise<void>;
  keep(form: Form, draft: DraftInput): Promise<KeptAnswer>;
  find(form: FormOwner, type?: string): Promise<DraftRow | undefined>;
  /** The draft as the browser gets it, with its data. */
  describe(form: Form): Promise<DraftAnswer | null>;
  /** Of all forms of a person, with the runs that wait for the split answer. */
  close(userId: number): Promise<void>;
  discard(form: Form): Promise<void>;
  restore(form: Form): Promise<DraftAnswer>;
}

interface SeedAnswer {
  id: string;
  name: string;
  size: number;
  url: string;
  placeholders: string[];
  record_count: number;
  problems: WireProblem[];
}

interface DraftInput {
  type: string;
  fields: z.output<typeof draftFields>['fields'];
  script?: string | undefined;
  script_name?: string | undefined;
  revision?: number | undefined;
  /** Images that were uploaded beside an earlier draft. */
  image_ids?: string[] | undefined;
}

/** What is there now: the form sends again what another tab took away. */
interface KeptAnswer {
  updated_at: string;
  has_seed: boolean;
  has_script: boolean;
}

export function createDrafts(needs: DraftsNeeds): DraftsService {
  const { db, files, images, runs, clock, signFor } = needs;
  const describe = async (row: DraftRow, userId: number) =>
    describeDraft(files, row, { sign: signFor(userId), images: await images.list({ draftId: row.id }) });
  return {
    uploadSeed: (upload) => uploadSeed(needs, upload),
    uploadImage: (upload) => uploadImage(needs, upload),
    removeImage: async (url, caller) => {
      for (const { id } of await findOwnImages(needs, [url], caller)) await images.remove(id);
    },
    orderImages: async (urls, caller) => images.order(await findOwnImages(needs, urls, caller)),
    keep: (form, draft) => keepDraft(needs, form, draft),
    find: (form, type) => findDraft(db, form, type),
    describe: async (form) => {
      await checkForm(db, form);
      const row = await findDraft(db, form);
      return row === undefined || isOver(row, clock()) ? null : describe(row, form.userId);
    },
    close: async (userId) => {
      await closeDrafts(db, userId, clock());
      await runs.cancelWaiting(userId);
    },
    discard: async (form) => {
      await checkForm(db, form);
      await deleteDrafts(db, form);
    },
    restore: async (form) => {
      await checkForm(db, form);
      await openDrafts(db, form, overBefore(clock()));
      const row = await findDraft(db, form);
      if (row === undefined || !row.is_open) {
        throw new AppError('not_found', { message: 'There is no longer a draft to restore.' });
      }
      return describe(row, form.userId);
    },
  };
}

/** The edit form of somebody else's project is not found, like the project. @returns its project */
async function checkForm(db: Db, { scope, projectId }: Form): Promise<ProjectRow | undefined> {
  if (projectId === undefined) return undefined;
  return getFound(await findProject(db, projectId, scope));
}

interface UploadPlace {
  workspaceId: number;
  /** Of a form that edits a project: what the project is, whatever the call says. */
  type: string | undefined;
}

/** Where what is uploaded into the form goes. @throws AppError `read_only` */
async function findUploadPlace(db: Db, form: Form): Promise<UploadPlace> {
  const project = await checkForm(db, form);
  if (project !== undefined) checkWritable(form.scope, project);
  return { workspaceId: project?.workspace_id ?? form.scope.homeId, type: project?.type };
}

/** For the garbage collection: what was uploaded into a draft that is over is used by nothing. */
export function holdDrafts(db: Db): FileHolder {
  return { expire: (now) => deleteOldDrafts(db, overBefore(now)) };
}

/** A draft that was closed before this moment is over. */
function overBefore(now: Date): Date {
  return new Date(now.getTime() - DRAFT_LIFE_MS);
}

function isOver(row: DraftRow, now: Date): boolean {
  return row.closed_at !== null && row.closed_at < overBefore(now);
}

export interface SeedUpload {
  form: Form;
  type: string;
  file: UploadedFile | undefined;
  /** The file is stored, and the draft left as it is. */
  isBesideDraft: boolean;
  /** Fires when the client has gone. */
  signal: AbortSignal;
}

export interface ImageUpload extends Omit<SeedUpload, 'signal'> {
  chosenAt?: Date | undefined;
}

async function uploadSeed(needs: DraftsNeeds, sent: SeedUpload): Promise<SeedAnswer> {
  const { form, type, file, signal } = sent;
  const { workspaceId } = await findUploadPlace(needs.db, form);
  if (file === undefined) throw new AppError('invalid', { fields: { file: [PROJECT_TEXTS.seedRequired] } });
  checkSeedType(file, type);
  const question = {
    person: form.userId,
    type,
    seed: { bytes: await copyBytes(file.bytes), file: file.name },
  };
  const { seed, problems } = await needs.pool.inspect(question, signal);
  if (seed === undefined) {
    throw new AppError('invalid', { message: PROJECT_TEXTS.uploadFailed, problems });
  }
  const { userId } = form;
  const upload = await needs.uploads.store({
    workspaceId,
    createdBy: userId,
    kind: 'seed',
    name: file.name,
    bytes: file.bytes,
  });
  if (!sent.isBesideDraft)
    await writeDraft(needs, { form, type, now: needs.clock() }, { seed_id: upload.id });
  return {
    id: upload.id,
    name: upload.name,
    size: upload.size,
    url: needs.signFor(userId)({ kind: 'seed', id: upload.id, name: `seed.${fileEnding(type)}` }),
    placeholders: seed.placeholders.map(({ text }) => text),
    record_count: seed.records.reduce((sum, { count }) => sum + count, 0),
    problems,
  };
}

/** @throws AppError `invalid` where the file is none that a project of the type takes */
export function checkSeedType(file: UploadedFile, type: string): void {
  if (isSeedFile(file, type)) return;
  const message = seedRefusal(type);
  throw new AppError('invalid', { message, fields: { file: [message] } });
}

async function uploadImage(needs: DraftsNeeds, upload: ImageUpload): Promise<ImageFile> {
  const { form, file, isBesideDraft, chosenAt } = upload;
  const { workspaceId, type = upload.type } = await findUploadPlace(needs.db, form);
  const openDraft = async () =>
    isBesideDraft ? null : (await writeDraft(needs, { form, type, now: needs.clock() }, {})).id;
  const place = { openDraft, workspaceId, createdBy: form.userId };
  const image = await needs.images.store({ ...place, file, chosenAt, isForCopies: isGeocoder(type) });
  return describeImage(image, needs.signFor(form.userId));
}

/** An image that no project has is its author's alone. @returns those that are there @throws AppError `not_found` for none */
async function findOwnImages(
  { images }: DraftsNeeds,
  urls: readonly string[],
  { actor, scope }: Pick<Caller, 'actor' | 'scope'>,
) {
  const found = await images.findByUrls(urls, scope);
  const own = found.filter(
    ({ project_id: id, created_by: author }) => id !== null || author === actor.userId,
  );
  if (own.length === 0) throw new AppError('not_found');
  return own;
}

async function keepDraft(needs: DraftsNeeds, form: Form, draft: DraftInput): Promise<KeptAnswer> {
  const { workspaceId } = await findUploadPlace(needs.db, form);
  const { type, fields, script, revision, image_ids: imageIds = [] } = draft;
  const { userId, projectId } = form;
  // An empty sheet is news of a project that has one: its data was taken out.
  const sheet =
    script === undefined || (script === '' && projectId === undefined)
      ? undefined
      : await needs.uploads.store({
          workspaceId,
          createdBy: userId,
          kind: 'sheet',
          name: draft.script_name ?? PASTED_NAME,
          bytes: new TextEncoder().encode(script),
        });
  const now = needs.clock();
  const kept = await writeDraft(
    needs,
    { form, type, now },
    {
      fields: JSON.stringify(fields),
      ...(script === undefined ? {} : { sheet_id: sheet?.id ?? null }),
      ...(projectId !== undefined && { revision: revision ?? null }),
    },
  );
  await needs.images.take(needs.db, imageIds, { userId, draftId: kept.id });
  return {
    updated_at: now.toISOString(),
    has_seed: kept.seed_id !== null,
    has_script: kept.sheet_id !== null,
  };
}

/** A project that is deleted at this moment is not found, as it would be a moment later. */
async function writeDraft(
  { db }: DraftsNeeds,
  { form, type, now }: { form: FormOwner; type: string; now: Date },
  change: Parameters<typeof upsertDraft>[2],
) {
  const refuseGone = onBroken(['drafts_project_id_fkey'], (cause) => new AppError('not_found', { cause }));
  return upsertDraft(db, { ...form, type, now, over: overBefore(now) }, change).catch(refuseGone);
}
