/** Reads the stored files that a project page shows. If the store is down or has lost one, a message explains it. */
import type { Files } from '#server/gateways/files.ts';
import { AWAY, type Found, look, SCRIPT_SHOWN_BYTES } from '../files/store-look.service.ts';
import { readUpload } from '../files/stored-upload.service.ts';
import type { ProjectRow } from './projects.store.ts';

interface StoredFiles {
  /** Empty if there is none; null if it is too large or can't be read. */
  script: string | null;
  unreadable: string | null;
}

/** Never throws errors of the store. */
export async function readStoredFiles(files: Files, project: ProjectRow): Promise<StoredFiles> {
  const [seed, sheet] = await Promise.all([
    look(async () => ((await hasSeed(files, project)) ? '' : undefined)),
    lookForScript(files, project),
  ]);
  return { script: sheet.text, unreadable: describeUnreadable(seed.found, sheet.found) };
}

/** True for a Geocoder, which has no seed. */
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
