/** Finds settings in the cells of a pattern that would hide or merge the pages of all items. */
import type { SeedEdit } from '../../../render/template.ts';
import { findHeadTags } from '../head-tags.ts';
import type { PageData } from '../page-data.ts';
import { findSeoSettings } from '../seo-settings.ts';
import { toColumnKey } from './collection-seed.ts';
import type { CsvCell } from './csv-cells.ts';

const ON = /^(?:true|yes|1|on|noindex)$/i;
const ADDRESS = /^\s*(?:https?:)?\/{1,2}\S/i;

function toOff(written: string): string {
  if (/^(?:1|on|noindex)$/i.test(written)) return written === '1' ? '0' : '';
  const off = /^yes$/i.test(written) ? 'no' : 'false';
  return written === written.toUpperCase() ? off.toUpperCase() : off;
}

/** Edits a seed so that the cell has this text. */
export function setCell({ start, end }: CsvCell, text: string): SeedEdit[] {
  return [{ start, end, text: `"${text}"` }];
}

function editCell(cell: CsvCell, edits: readonly { from: number; to: number; text?: string }[]): SeedEdit[] {
  return edits.map(({ from, to, text = '' }) => ({
    ...cell.decoded.range(from, to),
    text: text.replaceAll('"', '""'),
  }));
}

/** @param name the column's, as written */
export function reportCellSettings(data: PageData, cell: CsvCell, name: string): void {
  const { text } = cell.decoded;
  const { isQuoted, start: at } = cell;
  const key = toColumnKey(name);
  const written = text.trim();
  const setting = { name, at, value: written };
  const cleared = { ...setting, edits: setCell(cell, '') };
  for (const tag of findHeadTags(text))
    data.report(tag.kind, {
      ...setting,
      value: tag.value,
      ...(isQuoted && { edits: editCell(cell, [tag]) }),
    });
  if (written === '') return;
  if (/no[ _-]?index/.test(key) && ON.test(written))
    data.report('noindex', { ...setting, edits: setCell(cell, toOff(written)) });
  else if (/robots/.test(key) && /^[\w,\s-]*\bnoindex\b/i.test(written)) data.report('noindex', cleared);
  else if (/\b(?:seo|meta|robots|canonical)\b/.test(key.replaceAll('_', ' ')))
    for (const { kind, value, edits } of findSeoSettings(text))
      data.report(kind, { ...setting, value, ...(isQuoted && { edits: editCell(cell, edits) }) });
  if (/canonical/.test(key) && ADDRESS.test(written) && !written.includes('['))
    data.report('canonical', cleared);
}
