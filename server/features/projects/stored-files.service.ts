/**
 * What a project's page reads of the stored files. A store that is away, or has lost a file, takes only that
 * with it: the rest is in the database, and a sentence says what is missing and what to do.
 */
import type { Files } from '#server/gateways/files.ts';
import { AWAY, type Found, look, SCRIPT_SHOWN_BYTES } from '../files/store-look.service.ts';
import { readUpload } from '../files/stored-upload.service.ts';
import type { ProjectRow } from './projects.store.ts';

export interface StoredFiles {
  /** Empty where there is none; null where it is too large, or cannot be read now. */
  script: string | null;
  unreadable: string | null;
}

/** Never throws for a store's sake. */
export async function readStoredFiles(files: Files, project: ProjectRow): Promise<StoredFiles> {
  const [seed, sheet] = await Promise.all([
    look(async () => ((await hasSeed(files, project)) ? '' : undefined)),
    lookForScript(files, project),
  ]);
  return { script: sheet.text, unreadable: describeUnreadable(seed.found, sheet.found) };
}

/** A Geocoder has none to lose. */
async function hasSeed(files: Files, { seed_storage_key: key }: ProjectRow): Promise<boolean> {
  return key === null || (await files.stat(key)) !== undefined;
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

function describeUnreadable(seed: Found, sheet: Found): string | null {
  if (seed === 'away' || sheet === 'away') return AWAY;
  const missing = [seed === 'missing' && 'seed page', sheet === 'missing' && 'sheet'].filter(
    (name) => name !== false,
  );
  if (missing.length === 0) return null;
  return `The ${missing.join(' and the ')} of this project can’t be found in the file store. Choose ${missing.length > 1 ? 'them' : 'it'} again under Edit, and save.`;
}
