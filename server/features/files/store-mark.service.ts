/**
 * Says whether the store holds the files of this database. Both keep a mark; where the marks part, or the
 * database was restored from a backup, what it does not know may be what another database lives on.
 */
import type { Db } from '#server/db/open.ts';
import type { Files } from '#server/gateways/files.ts';
import { isStoreFault } from './store-fault.service.ts';
import {
  findStoreMark,
  liftRunNumbers,
  lockStoreMark,
  type StoreMark,
  updateStoreMark,
} from './store-mark.store.ts';
import { listKnownUploads } from './uploads.store.ts';

/** The store's half. */
const MARK_KEY = 'store.json';
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
  /** What the person who runs the server should know. */
  news?: string;
}

/**
 * Compares the two marks and counts them on. Where one is missing, the files decide, and afterwards both
 * are there: what a database stores later never makes a foreign store its own.
 * @param before files that were stored later decide nothing: their rows may be on the way
 */
export async function claimStore(needs: Needs, before: Date): Promise<Claim> {
  const { db, files } = needs;
  // The store's first: whoever counts on meanwhile writes the database's half before it.
  const theirs = await readMark(files);
  const ours = await findStoreMark(db);
  if (theirs === undefined || ours.id === '') {
    const kinship = await compare(db, files, before);
    if (kinship === 'strange') return keepApart(needs, ours, theirs);
    return meet(needs, { ours, theirs, isUnsure: kinship === 'known' });
  }
  return theirs.id === ours.id
    ? meet(needs, { ours, theirs, isUnsure: false })
    : keepApart(needs, ours, theirs);
}

/**
 * Counts the marks on where they belong together: whoever stops outdates each backup of before.
 * @param signal where it has fired by the time that the store answers, all stays as it is
 */
export async function leaveStore(
  { db, files }: Pick<Needs, 'db' | 'files'>,
  signal: AbortSignal,
): Promise<void> {
  const theirs = await readMark(files);
  const ours = await findStoreMark(db);
  // Who is behind has a hold to begin, which the next sweep does.
  if (signal.aborted || theirs === undefined || theirs.id !== ours.id || ours.turn < theirs.turn) return;
  const mark = await changeMark(db, ours, async (_, locked) => ({ ...locked, turn: locked.turn + 1 }));
  if (mark !== undefined) await writeMark(files, mark);
}

interface Halves {
  ours: StoreMark;
  theirs: StoreMark | undefined;
  /** The two belong together, but nothing says which of them is newer. */
  isUnsure: boolean;
}

async function meet({ db, files, clock, newId }: Needs, { ours, theirs, isUnsure }: Halves): Promise<Claim> {
  const isBehind = isUnsure || ours.turn < (theirs?.turn ?? 0);
  const highest = isBehind ? await findHighestRun(files) : 0;
  const now = clock();
  const mark = await changeMark(db, ours, async (trx, locked) => {
    // Of two processes that find it out together, one begins the hold.
    const isFirst = isUnsure || locked.turn < (theirs?.turn ?? 0);
    if (isFirst) await liftRunNumbers(trx, highest);
    return countOn(locked, theirs, { now, isBehind: isFirst, newId });
  });
  if (mark === undefined) return { isOurs: false };
  await writeMark(files, mark);
  if (mark.held_since === undefined) return { isOurs: true };
  const news = isBehind && !isUnsure ? { news: tellHeld(now) } : {};
  return { isOurs: true, since: new Date(mark.held_since), ...news };
}

/** Gives each half an id of its own, and holds whatever is in the store. */
async function keepApart(
  { db, files, clock, newId }: Needs,
  ours: StoreMark,
  theirs: StoreMark | undefined,
): Promise<Claim> {
  const highest = ours.held_since === undefined ? await findHighestRun(files) : 0;
  const mark = await changeMark(db, ours, async (trx, { id, turn, held_since: since }) => {
    await liftRunNumbers(trx, highest);
    return { id: id || newId(), turn, held_since: since ?? clock().toISOString() };
  });
  if (mark === undefined) return { isOurs: false };
  // Of an owner who is not known yet.
  if (theirs === undefined) await writeMark(files, { id: newId(), turn: 0 });
  return { isOurs: false, news: tellForeign(mark) };
}

/** @returns undefined where another process gave the database an id meanwhile: the next sweep looks again */
function changeMark(
  db: Db,
  ours: StoreMark,
  change: (trx: Db, locked: StoreMark) => Promise<StoreMark>,
): Promise<StoreMark | undefined> {
  return db.transaction().execute(async (trx) => {
    const locked = await lockStoreMark(trx);
    if (locked.id !== ours.id) return undefined;
    const next = await change(trx, locked);
    await updateStoreMark(trx, next);
    return next;
  });
}

function countOn(
  ours: StoreMark,
  theirs: StoreMark | undefined,
  { now, isBehind, newId }: { now: Date; isBehind: boolean; newId: () => string },
): StoreMark {
  const since = isBehind ? now.toISOString() : ours.held_since;
  const isHeld = since !== undefined && now.getTime() - Date.parse(since) < HELD_MS;
  return {
    id: ours.id || theirs?.id || newId(),
    turn: Math.max(ours.turn, theirs?.turn ?? 0) + 1,
    ...(isHeld ? { held_since: since } : {}),
  };
}

function tellHeld(now: Date): string {
  const end = new Date(now.getTime() + HELD_MS).toISOString().slice(0, 10);
  return `The database is behind its files: it seems to be restored from a backup. Files that it does not know are kept until ${end}.`;
}

function tellForeign({ id, turn }: StoreMark): string {
  // A turn more than the database has: what it does not know is held for a while.
  const half = JSON.stringify({ id, turn: turn + 1 });
  return `The files in the store belong to another database, so none of them is removed. Is this the right DATABASE_URL, GEOLOOM_DATA_DIR or S3_BUCKET? A new database wants an empty folder or bucket. If this database is to have these files from now on, replace what stands in the file ${MARK_KEY} of the store by ${half}: files that it does not know are then kept for 30 days.`;
}

async function writeMark(files: Files, { id, turn }: StoreMark): Promise<void> {
  await files.put(MARK_KEY, new TextEncoder().encode(`${JSON.stringify({ id, turn })}\n`));
}

async function readMark(files: Files): Promise<StoreMark | undefined> {
  const bytes = await files.read(MARK_KEY).catch((error: unknown) => {
    if (isStoreFault(error) && error.kind === 'absent') return undefined;
    throw error;
  });
  return bytes && parseMark(new TextDecoder().decode(bytes));
}

/** A half that cannot be read is nobody's: the store stays as it is until the file is mended or removed. */
function parseMark(text: string): StoreMark {
  try {
    const { id, turn } = JSON.parse(text) as Partial<StoreMark>;
    if (typeof id === 'string' && id !== '' && Number.isSafeInteger(turn)) return { id, turn: Number(turn) };
  } catch {
    // No JSON.
  }
  throw new Error(
    `The file ${MARK_KEY} in the store of the files cannot be read. No file is removed until it is mended or deleted.`,
  );
}

/** Names of uploads are drawn by lot, so whoever knows most of them is their owner. */
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
