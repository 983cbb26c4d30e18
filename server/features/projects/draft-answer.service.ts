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
  schedule: '',
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
  const [seed, sheet, combined] = await Promise.all([
    findSeed(files, row, sign),
    findSheet(files, row),
    findCombined(files, row),
  ]);
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
    combined: combined.combined,
    linked: hasLinkedRows(row) && fetchedAt ? { fetched_at: fetchedAt.toISOString(), notice } : null,
    files: images.map((image) => describeImage(image, sign)),
    revision: row.revision,
    updated_at: row.updated_at.toISOString(),
    unreadable: describeUnreadable({
      'seed page': seed.found,
      sheet: sheet.found,
      'second list': combined.found,
    }),
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

async function findCombined(files: Files, row: DraftRow) {
  const { combined_name: name, combined_size: size, combined_key: key } = row;
  if (name === null || size === null || key === null) return { found: 'there' as const, combined: null };
  const { found } = await lookForSize(files, key, size);
  const choices = { sheet_name: null, hidden_rows: 'skip', encoding: null, ...row.combined_reading } as const;
  return { found, combined: found === 'missing' ? null : { name, size, ...choices } };
}

function lookForSize(files: Files, key: string, size: number) {
  return look(async () => ((await files.stat(key))?.size === size ? '' : undefined));
}

function describeUnreadable(files: Readonly<Record<string, Found>>): string | null {
  if (Object.values(files).includes('away')) return AWAY;
  const lost = Object.keys(files).filter((name) => files[name] === 'missing');
  if (lost.length === 0) return null;
  return `The ${lost.join(' and the ')} of this draft can’t be found in the file store. Choose ${lost.length > 1 ? 'them' : 'it'} again.`;
}
