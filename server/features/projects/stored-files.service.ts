/**
 * What a project's page reads of the stored files. A store that is away, or has lost a file, takes only that
 * with it: the rest is in the database, and a sentence says what is missing and what to do.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Files } from '#server/gateways/files.ts';
import type { ProjectRow } from './projects.store.ts';
import { isStoreFault } from './store-fault.rules.ts';
import { readUpload } from './stored-upload.service.ts';

/** Pasted data up to this size stands in the answer itself. */
export const SCRIPT_SHOWN_BYTES = 1_000_000;
/** A page does not wait for longer, however patient the store's client is. */
const PATIENCE_MS = 3_000;

/** What a page says where the store is away. */
export const AWAY =
  'The store of the files does not answer. Downloads, samples and new runs wait until it does; everything else is shown as it is.';

export interface StoredFiles {
  /** Empty where there is none; null where it is too large, or cannot be read now. */
  script: string | null;
  unreadable: string | null;
}

export type Found = 'there' | 'missing' | 'away';

/** Never throws for a store's sake. */
export async function readStoredFiles(files: Files, project: ProjectRow): Promise<StoredFiles> {
  const [seed, sheet] = await Promise.all([
    look(async () => ((await files.stat(project.seed_storage_key)) === undefined ? undefined : '')),
    lookForScript(files, project),
  ]);
  return { script: sheet.text, unreadable: tell(seed.found, sheet.found) };
}

async function lookForScript(files: Files, project: ProjectRow) {
  const { sheet_storage_key: key, sheet_size: size, sheet_sha256: sha256 } = project;
  if (key === null || size === null || sha256 === null) return { found: 'there', text: '' } as const;
  const isShown = size <= SCRIPT_SHOWN_BYTES;
  const { found, text } = await look(async () => {
    if (isShown) return new TextDecoder().decode(await readUpload(files, { storage_key: key, sha256 }));
    return (await files.stat(key)) === undefined ? undefined : '';
  });
  return { found, text: isShown ? text : null };
}

/**
 * Reads for as long as a page waits for it.
 * @param read resolves to nothing where the file is not there
 */
export async function look(
  read: () => Promise<string | undefined>,
): Promise<{ found: Found; text: string | null }> {
  const patience = new AbortController();
  const away = sleep(PATIENCE_MS, 'away' as const, { signal: patience.signal }).catch(() => 'away' as const);
  const reading = read().then(
    (text) => (text === undefined ? 'missing' : { text }),
    (error: unknown) => {
      if (!isStoreFault(error)) throw error;
      return error.kind === 'absent' ? 'missing' : 'away';
    },
  );
  try {
    const end = await Promise.race([reading, away]);
    return typeof end === 'string' ? { found: end, text: null } : { found: 'there', text: end.text };
  } finally {
    patience.abort();
  }
}

function tell(seed: Found, sheet: Found): string | null {
  if (seed === 'away' || sheet === 'away') return AWAY;
  const missing = [seed === 'missing' && 'seed page', sheet === 'missing' && 'data'].filter(
    (name) => name !== false,
  );
  if (missing.length === 0) return null;
  return `The ${missing.join(' and the ')} of this project cannot be found in the store of the files any more. Choose ${missing.length > 1 ? 'them' : 'it'} again under Edit, and save.`;
}
