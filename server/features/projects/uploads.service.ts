/** Takes in seeds and sheets: stores them under names of our own and keeps drafts. */
import { createHash } from 'node:crypto';
import type { UploadedFile } from '#contract/endpoint.ts';
import type { WireProblem } from '#contract/envelope.ts';
import { DRAFT_LIFE_MS, STORAGE } from '#contract/limits.ts';
import { PROJECT_TEXTS } from '#contract/project-texts.ts';
import { isSeedFile } from '#contract/seed-file.ts';
import type { Db } from '#server/db/open.ts';
import type { EnginePool } from '#server/jobs/engine-pool.ts';
import type { Files } from '#server/gateways/files.ts';
import { AppError } from '../../app-error.ts';
import { describeDraft, type DraftAnswer } from './draft-answer.service.ts';
import { FREE_BYTES } from './free-space.service.ts';
import { findProject } from './projects.store.ts';
import type { Sign } from './run-answer.rules.ts';
import { isStoreHeld } from './store-mark.store.ts';
import {
  closeDrafts,
  deleteDrafts,
  deleteUnusedUploads,
  type DraftRow,
  findDraft,
  type FormOwner,
  insertUpload,
  openDrafts,
  type Quota,
  renewSameUpload,
  type UploadRow,
  upsertDraft,
} from './uploads.store.ts';

/** A request that is still at work names what it has stored within this time. */
const NAMED_WITHIN_MS = 10 * 60 * 1000;
const UNUSED_AT_ONCE = 1000;

export interface UploadsNeeds {
  db: Db;
  files: Files;
  pool: EnginePool;
  clock: () => Date;
  newId: () => string;
  quota?: Quota;
}

export interface NewUpload {
  userId: number;
  kind: 'seed' | 'sheet';
  name: string;
  bytes: Uint8Array;
}

export interface UploadsService {
  /** Stores the bytes, or finds them where they are stored already. */
  store(upload: NewUpload): Promise<UploadRow>;
  /** Reads a seed, stores it and puts it into the draft of its form; refused when it cannot be read. */
  uploadSeed(upload: SeedUpload): Promise<SeedAnswer>;
  keepDraft(form: FormOwner, draft: DraftInput): Promise<KeptAnswer>;
  findDraft(form: FormOwner, type?: string): Promise<DraftRow | undefined>;
  /** The draft as the browser is told of it, with its data. */
  describeDraft(form: FormOwner, sign: Sign): Promise<DraftAnswer | null>;
  /** Of all forms of a person. */
  closeDrafts(userId: number): Promise<void>;
  discardDrafts(form: FormOwner): Promise<void>;
  restoreDraft(form: FormOwner, sign: Sign): Promise<DraftAnswer>;
}

interface SeedAnswer {
  name: string;
  size: number;
  url: string;
  placeholders: string[];
  record_count: number;
  problems: WireProblem[];
}

interface DraftInput {
  type: string;
  fields: { title: string; notes: string; google_spread_sheet: string; footer_links: string; keep: string };
  script?: string | undefined;
  revision?: number | undefined;
}

/** What is there now: the form sends again what another tab took away. */
interface KeptAnswer {
  updated_at: string;
  has_seed: boolean;
  has_script: boolean;
}

export function createUploads(needs: UploadsNeeds): UploadsService {
  const { db, clock } = needs;
  return {
    store: (upload) => store(needs, upload),
    uploadSeed: (upload) => uploadSeed(needs, upload),
    keepDraft: (form, draft) => keepDraft(needs, form, draft),
    findDraft: (form, type) => findDraft(db, form, type),
    describeDraft: async (form, sign) => {
      await checkForm(db, form);
      const row = await findDraft(db, form);
      return row === undefined || isOver(row, clock()) ? null : describeDraft(needs.files, row, sign);
    },
    closeDrafts: (userId) => closeDrafts(db, userId, clock()),
    discardDrafts: async (form) => {
      await checkForm(db, form);
      await deleteDrafts(db, form);
    },
    restoreDraft: async (form, sign) => {
      await checkForm(db, form);
      await openDrafts(db, form, overBefore(clock()));
      const row = await findDraft(db, form);
      if (row === undefined || !row.is_open) {
        throw new AppError('not_found', { message: 'There is no draft to restore any more.' });
      }
      return describeDraft(needs.files, row, sign);
    },
  };
}

/** The edit form of somebody else's project is not found, like the project. */
async function checkForm(db: Db, { userId, projectId }: FormOwner): Promise<void> {
  if (projectId === undefined) return;
  if ((await findProject(db, projectId, userId)) === undefined) throw new AppError('not_found');
}

/** A draft that was closed before this moment is over. */
function overBefore(now: Date): Date {
  return new Date(now.getTime() - DRAFT_LIFE_MS);
}

function isOver(row: DraftRow, now: Date): boolean {
  return row.closed_at !== null && row.closed_at < overBefore(now);
}

async function store(needs: UploadsNeeds, upload: NewUpload): Promise<UploadRow> {
  const { db, files, clock, newId, quota = STORAGE } = needs;
  const { userId, kind, name, bytes } = upload;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const same = await renewSameUpload(db, { userId, kind, name, sha256 }, clock());
  if (same !== undefined) {
    // A store that lost the file, or a part of it, gets it again: choosing it anew is how a person mends that.
    const stored = await files.stat(same.storage_key);
    if (stored?.size !== bytes.length) await files.put(same.storage_key, bytes);
    return same;
  }
  const free = await files.freeBytes();
  if (free !== undefined && free < FREE_BYTES + bytes.length) throw new AppError('no_space');
  const id = newId();
  const row: UploadRow = {
    id,
    user_id: userId,
    kind,
    name,
    size: bytes.length,
    sha256,
    storage_key: `uploads/${id}`,
    created_at: clock(),
  };
  // The file first: a row never names a file that is not there.
  await files.put(row.storage_key, bytes);
  const insert = () => db.transaction().execute((trx) => insertUpload(trx, row, quota));
  if ((await insert()) || ((await makeRoom(needs, userId)) && (await insert()))) return row;
  await files.remove(row.storage_key);
  throw new AppError('quota_reached');
}

/** What a person has replaced or thrown away must not stand in their way until the next sweep. */
async function makeRoom({ db, files, clock }: UploadsNeeds, userId: number): Promise<boolean> {
  const before = new Date(clock().getTime() - NAMED_WITHIN_MS);
  const keys = await deleteUnusedUploads(db, { before, most: UNUSED_AT_ONCE, userId });
  if (!(await isStoreHeld(db))) for (const key of keys) await files.remove(key);
  return keys.length > 0;
}

export interface SeedUpload {
  form: FormOwner;
  type: string;
  file: UploadedFile | undefined;
  sign: Sign;
  /** Fires when whoever uploads has gone. */
  signal: AbortSignal;
}

async function uploadSeed(needs: UploadsNeeds, sent: SeedUpload): Promise<SeedAnswer> {
  const { form, type, file, sign, signal } = sent;
  await checkForm(needs.db, form);
  if (file === undefined) throw new AppError('invalid', { fields: { file: [PROJECT_TEXTS.seedRequired] } });
  checkSeedType(file);
  const question = { person: form.userId, seed: { bytes: file.bytes.slice(), file: file.name } };
  const { seed, problems } = await needs.pool.inspect(question, signal);
  if (seed === undefined) {
    throw new AppError('invalid', { message: PROJECT_TEXTS.uploadFailed, problems });
  }
  const { userId } = form;
  const upload = await store(needs, { userId, kind: 'seed', name: file.name, bytes: file.bytes });
  await writeDraft(needs, { form, type, now: needs.clock() }, { seed_id: upload.id });
  return {
    name: upload.name,
    size: upload.size,
    url: sign({ kind: 'seed', id: upload.id, name: 'seed.xml' }),
    placeholders: seed.placeholders.map(({ text }) => text),
    record_count: seed.records.reduce((sum, { count }) => sum + count, 0),
    problems,
  };
}

/** @throws AppError `invalid` where the file is none that counts as XML */
export function checkSeedType(file: UploadedFile): void {
  if (isSeedFile(file)) return;
  const message = PROJECT_TEXTS.onlyXml;
  throw new AppError('invalid', { message, fields: { file: [message] } });
}

async function keepDraft(needs: UploadsNeeds, form: FormOwner, draft: DraftInput): Promise<KeptAnswer> {
  await checkForm(needs.db, form);
  const { type, fields, script, revision } = draft;
  const { userId, projectId } = form;
  // An empty sheet is news of a project that has one: its data was taken out.
  const sheet =
    script === undefined || (script === '' && projectId === undefined)
      ? undefined
      : await store(needs, {
          userId,
          kind: 'sheet',
          name: 'pasted-data.csv',
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
  return {
    updated_at: now.toISOString(),
    has_seed: kept.seed_id !== null,
    has_script: kept.sheet_id !== null,
  };
}

/** A project that is deleted at this moment is not found, as it would be a moment later. */
async function writeDraft(
  { db }: UploadsNeeds,
  { form, type, now }: { form: FormOwner; type: string; now: Date },
  change: Parameters<typeof upsertDraft>[2],
) {
  return upsertDraft(db, { ...form, type, now, over: overBefore(now) }, change).catch((error: unknown) => {
    const { constraint } = (error ?? {}) as { constraint?: unknown };
    throw constraint === 'drafts_project_id_fkey' ? new AppError('not_found', { cause: error }) : error;
  });
}
