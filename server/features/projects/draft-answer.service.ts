/**
 * A draft as the browser gets it. A file that the store has lost takes only itself away: the rest can
 * still be restored. Where the store is away, the addresses of its files are given as ever, and answered
 * once it is back.
 */
import type { ImageFile } from '#contract/image-shapes.ts';
import { PASTED_NAME } from '#contract/project-shapes.ts';
import { fileEnding } from '#contract/project-types.ts';
import type { Files } from '#server/gateways/files.ts';
import type { Sign } from '../files/signing.service.ts';
import { describeImage } from '../images/images.service.ts';
import { AWAY, type Found, look, SCRIPT_SHOWN_BYTES } from '../files/store-look.service.ts';
import { readUpload } from '../files/stored-upload.service.ts';
import type { DraftRow } from './drafts.store.ts';

export interface DraftAnswer {
  type: string;
  is_open: boolean;
  fields: DraftRow['fields'] & { keep: string; seed_page: string; site_base_url: string };
  script: string | null;
  script_url: string | null;
  script_name: string | null;
  seed: { name: string; size: number; url: string } | null;
  files: ImageFile[];
  revision: number | null;
  updated_at: string;
  unreadable: string | null;
}

interface FoundSeed {
  found: Found;
  seed: DraftAnswer['seed'];
}

interface FoundScript {
  found: Found;
  script: string | null;
  script_url: string | null;
}

const NO_SCRIPT: FoundScript = { found: 'there', script: null, script_url: null };

/** Never throws for the store's sake. */
export async function describeDraft(
  files: Files,
  row: DraftRow,
  { sign, images }: { sign: Sign; images: Parameters<typeof describeImage>[0][] },
): Promise<DraftAnswer> {
  const [seed, script] = await Promise.all([findSeed(files, row, sign), findScript(files, row, sign)]);
  return {
    type: row.type,
    is_open: row.is_open,
    fields: { keep: '', seed_page: '', site_base_url: '', ...row.fields },
    script: script.script,
    script_url: script.script_url,
    script_name: row.sheet_name,
    seed: seed.seed,
    files: images.map((image) => describeImage(image, sign)),
    revision: row.revision,
    updated_at: row.updated_at.toISOString(),
    unreadable: describeUnreadable(seed.found, script.found),
  };
}

async function findSeed(files: Files, row: DraftRow, sign: Sign): Promise<FoundSeed> {
  const { seed_id: id, seed_name: name, seed_size: size, seed_storage_key: key } = row;
  // A test brings the seed that the project has anyway.
  if (id === null || id === row.project_seed_id || name === null || size === null || key === null)
    return { found: 'there', seed: null };
  const found = await lookForSize(files, key, size);
  return {
    found,
    seed:
      found === 'missing'
        ? null
        : { name, size, url: sign({ kind: 'seed', id, name: `seed.${fileEnding(row.type)}` }) },
  };
}

/** Large data is no part of the answer, like that of a project: it is read where the draft is restored. */
async function findScript(files: Files, row: DraftRow, sign: Sign): Promise<FoundScript> {
  const { sheet_id: id, sheet_storage_key: key, sheet_sha256: sha256, sheet_size: size } = row;
  if (id === null || key === null || sha256 === null || size === null) return NO_SCRIPT;
  // The form has the data of the project anyway.
  if (id === row.project_sheet_id) return NO_SCRIPT;
  const isLarge = size > SCRIPT_SHOWN_BYTES;
  const { found, text } = isLarge
    ? { found: await lookForSize(files, key, size), text: null }
    : await look(async () => new TextDecoder().decode(await readUpload(files, { storage_key: key, sha256 })));
  if (found === 'missing') return { ...NO_SCRIPT, found };
  const url = text === null ? sign({ kind: 'sheet', id, name: PASTED_NAME }) : null;
  return { found, script: text, script_url: url };
}

async function lookForSize(files: Files, key: string, size: number): Promise<Found> {
  return (await look(async () => ((await files.stat(key))?.size === size ? '' : undefined))).found;
}

function describeUnreadable(seed: Found, script: Found): string | null {
  if (seed === 'away' || script === 'away') return AWAY;
  const lost = [seed === 'missing' && 'seed page', script === 'missing' && 'data'].filter(
    (name) => name !== false,
  );
  if (lost.length === 0) return null;
  return `The ${lost.join(' and the ')} of this draft cannot be found in the store of the files any more.`;
}
