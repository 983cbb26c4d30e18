/**
 * Determines whether the file store belongs to this database. Both record the same generation; if the two differ, or if
 * the database was restored from a backup, files that it doesn't know may belong to another database.
 */
import type { Db } from '#server/db/open.ts';
import type { FileEntry, Files } from '#server/gateways/files.ts';
import type { Context } from '../../context.ts';
import { inBatches } from './batches.rules.ts';
import { isStoreFault } from './store-fault.service.ts';
import {
  findStoreGeneration,
  raiseRunNumbers,
  lockStoreGeneration,
  type StoreGeneration,
  updateStoreGeneration,
} from './store-generation.store.ts';
import { listKnownUploads } from './uploads.store.ts';

/** Key of the file that holds the generation of the store. */
const STORE_KEY = 'store.json';
/** Files that a newer copy of the database may know are kept for this long. */
const HOLD_MS = 30 * 24 * 3600 * 1000;
const BATCH = 500;

type Stored = Pick<Context, 'db' | 'files'>;

export interface Claim {
  isOurs: boolean;
  /** Only files that changed at this time or later may be deleted; without it, all may be. */
  since?: Date;
  /** ISO 8601: the last time that all files were compared with the rows. */
  listedAt?: string | undefined;
  /** A message for the operator. */
  warning?: string;
}

/** Relation of a database to a file store, from their two generations. */
export type StoreRelation =
  /** The two have never been used together; the next start decides by the files. */
  | 'unlinked'
  | 'same'
  /** The database was restored from an older backup than the files. */
  | 'older'
  /** The files were restored from an older backup than the database. */
  | 'newer'
  | 'foreign';

export interface StoreState {
  relation: StoreRelation;
  /** ISO 8601, while files that the database doesn't know are kept. */
  heldSince?: string | undefined;
}

/**
 * Compares the two generations and advances both. If one is missing, the files decide once and both
 * generations are written, so that later uploads never turn a foreign store into this database's own.
 * @param before ignores files that were stored later, because their rows may not be committed yet
 */
export async function claimStore(
  { db, files, clock, newId }: Stored & Pick<Context, 'clock' | 'newId'>,
  before: Date,
): Promise<Claim> {
  const { ours, theirs, relation: recorded } = await readRelation({ db, files });
  const relation = recorded === 'unlinked' ? await compareFiles({ db, files }, before) : recorded;
  const isForeign = relation === 'foreign';
  const startsHold = relation === 'older' || (isForeign && ours.held_since === undefined);
  const highestRun = startsHold ? await findHighestRun(files) : 0;
  const now = clock();
  const state = await changeGeneration(db, ours, async (trx, locked) => {
    await raiseRunNumbers(trx, highestRun);
    return isForeign
      ? hold(locked, { now, newId })
      : advance({ ...locked, id: locked.id || theirs?.id || newId() }, { theirs, now, relation });
  });
  if (state === undefined) return { isOurs: false };
  if (isForeign) {
    // A new id for an owner that isn't known yet.
    if (theirs === undefined) await writeGeneration(files, { id: newId(), generation: 0 });
    return { isOurs: false, warning: describeForeignStore(state) };
  }
  await writeGeneration(files, state);
  const { held_since: since, listed_at: listedAt } = state;
  return {
    isOurs: true,
    listedAt,
    ...(since !== undefined && { since: new Date(since) }),
    ...(recorded === 'older' && { warning: describeHold(now) }),
  };
}

/** Compares the two generations, without changes. */
export async function compareStore(stored: Stored): Promise<StoreState> {
  const { ours, relation } = await readRelation(stored);
  return { relation, heldSince: ours.held_since };
}

/**
 * Advances both generations if they belong together, so that earlier backups are recognized as older.
 * @param signal changes nothing if it is aborted before the store responds
 */
export async function leaveStore({ db, files }: Stored, signal: AbortSignal): Promise<void> {
  const { ours, relation } = await readRelation({ db, files });
  // An older database needs a hold, which the next sweep starts.
  if (signal.aborted || (relation !== 'same' && relation !== 'newer')) return;
  const state = await changeGeneration(db, ours, async (_, locked) => ({
    ...locked,
    generation: locked.generation + 1,
  }));
  if (state !== undefined) await writeGeneration(files, state);
}

async function readRelation({ db, files }: Stored) {
  // Reads the store first, because a process that advances both writes the database first.
  const theirs = await readGeneration(files);
  const ours = await findStoreGeneration(db);
  return { ours, theirs, relation: relate(ours, theirs) };
}

function relate(ours: StoreGeneration, theirs: StoreGeneration | undefined): StoreRelation {
  if (theirs === undefined || ours.id === '') return 'unlinked';
  if (theirs.id !== ours.id) return 'foreign';
  if (ours.generation === theirs.generation) return 'same';
  return ours.generation < theirs.generation ? 'older' : 'newer';
}

/** @returns undefined if another process gave the database an id in the meantime: the next sweep looks again */
function changeGeneration(
  db: Db,
  ours: StoreGeneration,
  change: (trx: Db, locked: StoreGeneration) => Promise<StoreGeneration>,
): Promise<StoreGeneration | undefined> {
  return db.transaction().execute(async (trx) => {
    const locked = await lockStoreGeneration(trx);
    if (locked.id !== ours.id) return undefined;
    const next = await change(trx, locked);
    await updateStoreGeneration(trx, next);
    return next;
  });
}

/** Holds everything in a foreign store, which has to be listed again if it becomes this database's own. */
function hold(
  { id, generation, held_since: since }: StoreGeneration,
  { now, newId }: { now: Date; newId: () => string },
): StoreGeneration {
  return { id: id || newId(), generation, held_since: since ?? now.toISOString() };
}

/** Starts a hold for an older database, and ends an expired one. */
function advance(
  { held_since: heldBefore, ...ours }: StoreGeneration,
  { theirs, now, relation }: { theirs: StoreGeneration | undefined; now: Date; relation: StoreRelation },
): StoreGeneration {
  const since = relation === 'older' ? now.toISOString() : heldBefore;
  const isHeld = since !== undefined && now.getTime() - Date.parse(since) < HOLD_MS;
  const generation = Math.max(ours.generation, theirs?.generation ?? 0) + 1;
  return { ...ours, generation, ...(isHeld && { held_since: since }) };
}

function describeHold(now: Date): string {
  const end = new Date(now.getTime() + HOLD_MS).toISOString().slice(0, 10);
  return `The database is older than its files, so it was probably restored from a backup. Files that it doesn’t know are kept until ${end}.`;
}

function describeForeignStore({ id, generation }: StoreGeneration): string {
  // One generation ahead of the database, so that unknown files are held for a while.
  const content = JSON.stringify({ id, generation: generation + 1 });
  return `The files in the store belong to another database, so none of them are deleted. Is this the right DATABASE_URL, GEOLOOM_DATA_DIR or S3_BUCKET? A new database needs an empty folder or bucket. To use these files with this database from now on, replace the contents of ${STORE_KEY} in the store with ${content}: files that it doesn’t know are then kept for 30 days.`;
}

async function writeGeneration(files: Files, { id, generation }: StoreGeneration): Promise<void> {
  await files.put(STORE_KEY, new TextEncoder().encode(`${JSON.stringify({ id, generation })}\n`));
}

async function readGeneration(files: Files): Promise<StoreGeneration | undefined> {
  const bytes = await files.read(STORE_KEY).catch((error: unknown) => {
    if (isStoreFault(error) && error.kind === 'absent') return undefined;
    throw error;
  });
  return bytes && parseGeneration(new TextDecoder().decode(bytes));
}

/** @throws for malformed text: the store stays as it is until the file is repaired or deleted */
function parseGeneration(text: string): StoreGeneration {
  try {
    const { id, generation } = JSON.parse(text) as Partial<StoreGeneration>;
    if (typeof id === 'string' && id !== '' && Number.isSafeInteger(generation))
      return { id, generation: Number(generation) };
  } catch {
    // Malformed JSON: reported below.
  }
  throw new Error(
    `Failed to read the file ${STORE_KEY} in the file store. No files are deleted until it is repaired or deleted.`,
  );
}

/** Decides by the files if a generation is missing: names of uploads are random, so their owner knows most of them. */
async function compareFiles({ db, files }: Stored, before: Date): Promise<StoreRelation> {
  let known = 0;
  let all = 0;
  for await (const uploads of inBatches(listOld(files, 'uploads/', before), BATCH)) {
    const keys = uploads.map(({ key }) => key);
    known += (await listKnownUploads(db, keys)).length;
    all += keys.length;
  }
  if (known > all - known) return 'older';
  if (all > 0) return 'foreign';
  for await (const _ of listOld(files, 'runs/', before)) return 'foreign';
  return 'same';
}

async function* listOld(files: Files, folder: string, before: Date): AsyncGenerator<FileEntry> {
  for await (const file of files.list(folder)) if (file.changedAt < before) yield file;
}

async function findHighestRun(files: Files): Promise<number> {
  let highest = 0;
  for await (const { key } of files.list('runs/')) highest = Math.max(highest, readRunNumber(key) ?? 0);
  return highest;
}

/** @returns undefined if the key isn't in the folder of a run */
export function readRunNumber(key: string): number | undefined {
  const digits = /^runs\/(\d{1,9})\//.exec(key)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
