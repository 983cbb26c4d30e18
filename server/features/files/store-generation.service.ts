/**
 * Says whether the store holds the files of this database. Both record the same generation; where they differ, or the
 * database was restored from a backup, what it does not know may be what another database lives on.
 */
import type { Db } from '#server/db/open.ts';
import type { Files } from '#server/gateways/files.ts';
import { isStoreFault } from './store-fault.service.ts';
import {
  findStoreGeneration,
  liftRunNumbers,
  lockStoreGeneration,
  type StoreGeneration,
  updateStoreGeneration,
} from './store-generation.store.ts';
import { listKnownUploads } from './uploads.store.ts';

/** Holds the generation of the store. */
const STORE_KEY = 'store.json';
/** So long nobody decides over files that a newer copy of the database may know. */
const HELD_MS = 30 * 24 * 3600 * 1000;
const BATCH = 500;

interface Needs {
  db: Db;
  files: Files;
  clock: () => Date;
  newId: () => string;
}

export interface Claim {
  isOurs: boolean;
  /** Files that may be swept are those which changed at this moment or later; without it all may be. */
  since?: Date;
  /** ISO 8601: when all files were last compared with the rows. */
  listedAt?: string | undefined;
  /** A message for the operator. */
  news?: string;
}

/**
 * Compares the two generations and advances them. Where one is missing, the files decide, and afterwards both
 * are there: what a database stores later never makes a foreign store its own.
 * @param before files that were stored later decide nothing: their rows may be on the way
 */
export async function claimStore(needs: Needs, before: Date): Promise<Claim> {
  const { db, files } = needs;
  // The store's first: another process that advances it meanwhile writes the database's before.
  const theirs = await readGeneration(files);
  const ours = await findStoreGeneration(db);
  if (theirs === undefined || ours.id === '') {
    const kinship = await compare(db, files, before);
    if (kinship === 'strange') return quarantine(needs, ours, theirs);
    return meet(needs, { ours, theirs, isUnsure: kinship === 'known' });
  }
  return theirs.id === ours.id
    ? meet(needs, { ours, theirs, isUnsure: false })
    : quarantine(needs, ours, theirs);
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

/** Compares the two generations, without changes. */
export async function compareStore({ db, files }: Pick<Needs, 'db' | 'files'>): Promise<StoreState> {
  const theirs = await readGeneration(files);
  const ours = await findStoreGeneration(db);
  const heldSince = ours.held_since;
  if (theirs === undefined || ours.id === '') return { relation: 'unlinked', heldSince };
  if (theirs.id !== ours.id) return { relation: 'foreign', heldSince };
  if (ours.generation === theirs.generation) return { relation: 'same', heldSince };
  return { relation: ours.generation < theirs.generation ? 'older' : 'newer', heldSince };
}

/**
 * Advances both generations where they belong together: a stop makes each earlier backup outdated.
 * @param signal where it has fired by the time that the store answers, all stays as it is
 */
export async function leaveStore(
  { db, files }: Pick<Needs, 'db' | 'files'>,
  signal: AbortSignal,
): Promise<void> {
  const theirs = await readGeneration(files);
  const ours = await findStoreGeneration(db);
  // Who is behind has a hold to begin, which the next sweep does.
  if (signal.aborted || theirs === undefined || theirs.id !== ours.id || ours.generation < theirs.generation)
    return;
  const state = await changeGeneration(db, ours, async (_, locked) => ({
    ...locked,
    generation: locked.generation + 1,
  }));
  if (state !== undefined) await writeGeneration(files, state);
}

interface Halves {
  ours: StoreGeneration;
  theirs: StoreGeneration | undefined;
  /** The two belong together, but nothing says which of them is newer. */
  isUnsure: boolean;
}

async function meet({ db, files, clock, newId }: Needs, { ours, theirs, isUnsure }: Halves): Promise<Claim> {
  const isBehind = isUnsure || ours.generation < (theirs?.generation ?? 0);
  const highest = isBehind ? await findHighestRun(files) : 0;
  const now = clock();
  const state = await changeGeneration(db, ours, async (trx, locked) => {
    // Of two processes that find it out together, one begins the hold.
    const isFirst = isUnsure || locked.generation < (theirs?.generation ?? 0);
    if (isFirst) await liftRunNumbers(trx, highest);
    return advance(locked, theirs, { now, isBehind: isFirst, newId });
  });
  if (state === undefined) return { isOurs: false };
  await writeGeneration(files, state);
  const { held_since: since, listed_at: listedAt } = state;
  if (since === undefined) return { isOurs: true, listedAt };
  const news = isBehind && !isUnsure ? { news: describeHold(now) } : {};
  return { isOurs: true, since: new Date(since), listedAt, ...news };
}

/** Gives the database and the store different ids, and holds everything in the store. */
async function quarantine(
  { db, files, clock, newId }: Needs,
  ours: StoreGeneration,
  theirs: StoreGeneration | undefined,
): Promise<Claim> {
  const highest = ours.held_since === undefined ? await findHighestRun(files) : 0;
  const state = await changeGeneration(db, ours, async (trx, { id, generation, held_since: since }) => {
    await liftRunNumbers(trx, highest);
    return { id: id || newId(), generation, held_since: since ?? clock().toISOString() };
  });
  if (state === undefined) return { isOurs: false };
  // Of an owner who is not known yet.
  if (theirs === undefined) await writeGeneration(files, { id: newId(), generation: 0 });
  return { isOurs: false, news: describeForeignStore(state) };
}

/** @returns undefined where another process gave the database an id meanwhile: the next sweep looks again */
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

function advance(
  ours: StoreGeneration,
  theirs: StoreGeneration | undefined,
  { now, isBehind, newId }: { now: Date; isBehind: boolean; newId: () => string },
): StoreGeneration {
  const since = isBehind ? now.toISOString() : ours.held_since;
  const isHeld = since !== undefined && now.getTime() - Date.parse(since) < HELD_MS;
  const { held_since: _, ...rest } = ours;
  return {
    ...rest,
    id: ours.id || theirs?.id || newId(),
    generation: Math.max(ours.generation, theirs?.generation ?? 0) + 1,
    ...(isHeld ? { held_since: since } : {}),
  };
}

function describeHold(now: Date): string {
  const end = new Date(now.getTime() + HELD_MS).toISOString().slice(0, 10);
  return `The database is behind its files: it seems to be restored from a backup. Files that it does not know are kept until ${end}.`;
}

function describeForeignStore({ id, generation }: StoreGeneration): string {
  // A generation more than the database has: what it does not know is held for a while.
  const half = JSON.stringify({ id, generation: generation + 1 });
  return `The files in the store belong to another database, so none of them is removed. Is this the right DATABASE_URL, GEOLOOM_DATA_DIR or S3_BUCKET? A new database needs an empty folder or bucket. If this database is to have these files from now on, replace the content of the file ${STORE_KEY} of the store by ${half}: files that it does not know are then kept for 30 days.`;
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

/** A generation that cannot be read belongs to no database: the store stays as it is until the file is repaired or removed. */
function parseGeneration(text: string): StoreGeneration {
  try {
    const { id, generation } = JSON.parse(text) as Partial<StoreGeneration>;
    if (typeof id === 'string' && id !== '' && Number.isSafeInteger(generation))
      return { id, generation: Number(generation) };
  } catch {
    // No JSON.
  }
  throw new Error(
    `Failed to read the file ${STORE_KEY} in the file store. No file is removed until it is repaired or deleted.`,
  );
}

/** Names of uploads are random, so the database that knows most of them is their owner. */
async function compare(db: Db, files: Files, before: Date): Promise<'empty' | 'known' | 'strange'> {
  let known = 0;
  let all = 0;
  let keys: string[] = [];
  const count = async () => {
    if (keys.length > 0) known += (await listKnownUploads(db, keys)).length;
    all += keys.length;
    keys = [];
  };
  for await (const { key, changedAt } of files.list('uploads/')) {
    if (changedAt < before && keys.push(key) === BATCH) await count();
  }
  await count();
  if (known > all - known) return 'known';
  if (all > 0) return 'strange';
  for await (const { changedAt } of files.list('runs/')) if (changedAt < before) return 'strange';
  return 'empty';
}

async function findHighestRun(files: Files): Promise<number> {
  let highest = 0;
  for await (const { key } of files.list('runs/')) highest = Math.max(highest, readRunNumber(key) ?? 0);
  return highest;
}

/** @returns undefined for a key that no run has */
export function readRunNumber(key: string): number | undefined {
  const digits = /^runs\/(\d{1,9})\//.exec(key)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
