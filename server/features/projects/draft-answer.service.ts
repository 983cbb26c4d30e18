/**
 * Draft as the browser gets it. Only a file that the store has lost is missing. While the store is down, file
 * URLs are still included, and work once it is back.
 */
import type { Draft, DraftFields } from '#contract/draft-shapes.ts';
import { getFileExtension } from '#contract/project-types.ts';
import type { Files } from '#server/gateways/files.ts';
import type { Sign } from '../files/signing.service.ts';
import { AWAY, type Found, look, SCRIPT_SHOWN_BYTES } from '../files/store-look.service.ts';
import { readUpload } from '../files/stored-upload.service.ts';
import { describeImage } from '../images/images.service.ts';
import type { DraftRow } from './drafts.store.ts';

export const EMPTY_FIELDS: DraftFields = {
  title: '',
  notes: '',
  google_spread_sheet: '',
  footer_links: '',
  keep: '',
  seed_page: '',
  site_base_url: '',
  domain_id: null,
  columns: {},
  file_name: '',
  caption: '',
};

/** Never throws errors of the store. */
export async function describeDraft(
  files: Files,
  row: DraftRow,
  { sign, images }: { sign: Sign; images: Parameters<typeof describeImage>[0][] },
): Promise<Draft> {
  const [seed, sheet] = await Promise.all([findSeed(files, row, sign), findSheet(files, row)]);
  const { linked_at: fetchedAt, linked_notice: notice } = row;
  return {
    id: row.id,
    type: row.type,
    project_id: row.project_id,
    is_open: row.is_open,
    is_changed: row.is_changed,
    fields: row.fields,
    seed: seed.seed,
    sheet: sheet.sheet,
    linked: hasLinkedRows(row) && fetchedAt ? { fetched_at: fetchedAt.toISOString(), notice } : null,
    files: images.map((image) => describeImage(image, sign)),
    revision: row.revision,
    updated_at: row.updated_at.toISOString(),
    unreadable: describeUnreadable(seed.found, sheet.found),
    dropped: null,
  };
}

/** True if the fetched rows belong to the form's current link. */
export function hasLinkedRows({ linked_id: id, linked_from: link, fields }: DraftRow): boolean {
  return id !== null && link === fields.google_spread_sheet;
}

async function findSeed(files: Files, row: DraftRow, sign: Sign) {
  const { seed_id: id, seed_name: name, seed_size: size, seed_key: key } = row;
  if (id === null || name === null || size === null || key === null)
    return { found: 'there' as const, seed: null };
  const { found } = await lookForSize(files, key, size);
  const url = sign({ kind: 'seed', id, name: `seed.${getFileExtension(row.type)}` });
  const seed = { name, size, url, changes: row.seed_changes };
  return { found, seed: found === 'missing' ? null : seed };
}

async function findSheet(files: Files, row: DraftRow) {
  const { sheet_name: name, sheet_size: size, sheet_key: key, sheet_sha256: sha256 } = row;
  if (name === null || size === null || key === null || sha256 === null)
    return { found: 'there' as const, sheet: null };
  const isShown = row.is_pasted && size <= SCRIPT_SHOWN_BYTES;
  const { found, text } = isShown
    ? await look(async () => new TextDecoder().decode(await readUpload(files, { storage_key: key, sha256 })))
    : { ...(await lookForSize(files, key, size)), text: null };
  const choices = { sheet_name: row.sheet_choice, hidden_rows: row.hidden_rows, encoding: row.encoding };
  const { sheet_note: note } = row;
  const sheet = { name, size, is_pasted: row.is_pasted, text, ...choices, note };
  return { found, sheet: found === 'missing' ? null : sheet };
}

function lookForSize(files: Files, key: string, size: number) {
  return look(async () => ((await files.stat(key))?.size === size ? '' : undefined));
}

function describeUnreadable(seed: Found, sheet: Found): string | null {
  if (seed === 'away' || sheet === 'away') return AWAY;
  const lost = [seed === 'missing' && 'seed page', sheet === 'missing' && 'sheet'].filter(
    (name) => name !== false,
  );
  if (lost.length === 0) return null;
  return `The ${lost.join(' and the ')} of this draft can’t be found in the file store. Choose ${lost.length > 1 ? 'them' : 'it'} again.`;
}
