/** Cells of the seed's item that would hide, merge or redirect the pages of all items. */
import type { SeedEdit } from '../../render/template.ts';
import { findHeadTags } from '../shared/head-tags.ts';
import type { PageData } from '../shared/page-data.ts';
import { findSeoSettings } from '../shared/seo-settings.ts';
import type { CsvCell } from '../shared/csv/csv-cells.ts';

const ON = /^(?:true|yes|1|on|noindex)$/i;
const ADDRESS = /^\s*(?:https?:)?\/{1,2}\S/i;
const STATUS = /^_?(?:(?:item|page|post|publish(?:ing)?) ?)?status$/;
const HIDDEN = /^(?:draft|unpublished|hidden|private|scheduled|archived)$/i;
const SCHEDULE = /^_?(?:unpublish|expir|schedule)/;

/** "Published" in the case of the word that it replaces. */
function toPublished(written: string): string {
  if (written === written.toUpperCase()) return 'PUBLISHED';
  return written === written.toLowerCase() ? 'published' : 'Published';
}

function toOff(written: string): string {
  if (/^(?:1|on|noindex)$/i.test(written)) return written === '1' ? '0' : '';
  const off = /^yes$/i.test(written) ? 'no' : 'false';
  return written === written.toUpperCase() ? off.toUpperCase() : off;
}

function setCell({ start, end }: CsvCell, text: string): SeedEdit[] {
  return [{ start, end, text: `"${text}"` }];
}

function editCell(cell: CsvCell, edits: readonly { from: number; to: number; text?: string }[]): SeedEdit[] {
  return edits.map(({ from, to, text = '' }) => ({
    ...cell.decoded.range(from, to),
    text: text.replaceAll('"', '""'),
  }));
}

/** @param name the column's, as written */
export function shareCell(facts: PageData, cell: CsvCell, name: string): void {
  const { text } = cell.decoded;
  const { isQuoted, start: at } = cell;
  const key = name.trim().toLowerCase();
  const written = text.trim();
  const fact = { name, at, value: written };
  for (const tag of findHeadTags(text))
    facts.report(tag.kind, { ...fact, value: tag.value, ...(isQuoted && { edits: editCell(cell, [tag]) }) });
  if (written === '') return;
  if (STATUS.test(key) && HIDDEN.test(written)) {
    const live = toPublished(written);
    const value = /^draft$/i.test(written) ? 'drafts' : `items with the status "${written}"`;
    facts.report('hidden', { ...fact, value, remedy: `${name} to "${live}"`, edits: setCell(cell, live) });
  }
  if (/no[ _-]?index/.test(key) && ON.test(written))
    facts.report('noindex', { ...fact, edits: setCell(cell, toOff(written)) });
  else if (/robots/.test(key) && /^[\w,\s-]*\bnoindex\b/i.test(written))
    facts.report('noindex', { ...fact, edits: setCell(cell, '') });
  else if (/\b(?:seo|meta|robots|canonical)\b/.test(key.replaceAll('_', ' ')))
    for (const { kind, value, edits } of findSeoSettings(text))
      facts.report(kind, { ...fact, value, ...(isQuoted && { edits: editCell(cell, edits) }) });
  const isAddress = ADDRESS.test(written) && !written.includes('[');
  if (/canonical/.test(key) && isAddress) facts.report('canonical', { ...fact, edits: setCell(cell, '') });
  if (/^redirect\b|\bredirect$/.test(key) && isAddress)
    facts.report('redirect', { ...fact, edits: setCell(cell, '') });
  if (SCHEDULE.test(key) && /\d{4}/.test(written) && !written.includes('['))
    facts.report('scheduled', { ...fact, edits: setCell(cell, '') });
}
