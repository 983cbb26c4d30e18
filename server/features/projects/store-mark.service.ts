/**
 * Says whether the store holds the files of this database. Both keep a mark; where the marks part, or the
 * database was restored from a backup, what it does not know may be what another database lives on.
 */
import type { Db } from '#server/db/open.ts';
import type { Files } from '#server/gateways/files.ts';
import { isStoreFault } from './store-fault.rules.ts';
import { findStoreMark, lockStoreMark, type StoreMark, updateStoreMark } from './store-mark.store.ts';
import { listKnownUploads } from './uploads.store.ts';

/** The store's half. */
export const MARK_KEY = 'store.json';
/** So long nobody decides over files that a newer copy of the database may know. */
const HELD_MS = 30 * 24 * 3600 * 1000;
const BATCH = 500;

interface Needs {
  db: Db;
  files: Files;
  clock: () => Date;
  newId: () => string;
}

/** Files that may be swept are those which changed at `since` or later; without it all may be. */
export interface Claim {
  since?: Date;
  /** What the person who runs the server should know, in the sweep that finds it out. */
  news?: string;
}

/**
 * Compares the two marks and counts them on; makes them where there is none.
 * @returns undefined when the store belongs to another database
 */
export async function claimStore({ db, files, clock, newId }: Needs): Promise<Claim | undefined> {
  // The store's first: whoever counts on meanwhile writes the database's half before it.
  const theirs = await readMark(files);
  const { id } = await findStoreMark(db);
  if (theirs !== undefined && id !== '' && theirs.id !== id) return undefined;
  const isMarked = theirs !== undefined && id !== '';
  const kinship = isMarked ? 'marked' : await compare(db, files);
  if (kinship === 'strange') return undefined;
  const now = clock();
  const { mark, isBehind } = await db.transaction().execute(async (trx) => {
    const ours = await lockStoreMark(trx);
    const hasLessSeen = kinship === 'known' || ours.turn < (theirs?.turn ?? 0);
    const next = countOn(ours, theirs, { now, isBehind: hasLessSeen, newId });
    await updateStoreMark(trx, next);
    return { mark: next, isBehind: hasLessSeen };
  });
  const half = { id: mark.id, turn: mark.turn };
  await files.put(MARK_KEY, new TextEncoder().encode(`${JSON.stringify(half)}\n`));
  if (mark.held_since === undefined) return {};
  return { since: new Date(mark.held_since), ...(isBehind && isMarked ? { news: tellHeld(now) } : {}) };
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
  return `The database is older than its files: it seems to be restored from a backup. Files that it does not know are kept until ${end}.`;
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

/** Names of uploads are drawn by lot, so one that both have proves that they belong together. */
async function compare(db: Db, files: Files): Promise<'empty' | 'known' | 'strange'> {
  let keys: string[] = [];
  let isEmpty = true;
  const isKnown = async () => keys.length > 0 && (await listKnownUploads(db, keys)).length > 0;
  for await (const { key } of files.list('uploads/')) {
    isEmpty = false;
    if (keys.push(key) < BATCH) continue;
    if (await isKnown()) return 'known';
    keys = [];
  }
  if (await isKnown()) return 'known';
  if (!isEmpty) return 'strange';
  for await (const _ of files.list('runs/')) return 'strange';
  return 'empty';
}
