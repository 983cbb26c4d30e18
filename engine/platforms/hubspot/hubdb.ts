/**
 * HubDB, HubSpot's tables for dynamic pages: their import takes only CSV, so the posts are also written as
 * rows of a table (developers.hubspot.com/docs/cms/data/hubdb).
 */
import type { ExtraFile } from '../../render/template.ts';
import { decodeHtmlText } from '../../text/html-reference.ts';
import { hubdbLimits } from './limits.ts';
import type { WxrPattern } from '../shared/wxr/pattern.ts';

/** The built-in columns first; an empty id makes a new row. */
const COLUMNS = ['hs_id', 'hs_name', 'hs_path', 'meta_description', 'body'];

function writeRow(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`;
}

const ENTIRE_TAG = /\{\{[^]*?\}\}|\{%[^]*?%\}|\{#[^]*?#\}/g;

function countTags(text: string): number {
  return text.match(ENTIRE_TAG)?.length ?? 0;
}

/**
 * Short HTML as the plain text of a cell. HubSpot may render what it prints of a cell once more, so where a
 * value would become a HubL tag its braces stay references, which the page shows as braces. A cell is read
 * separately, so a tag without an end does nothing in it.
 */
function toCell(html: string): string {
  const { text } = decodeHtmlText(html);
  if (!html.includes('&#123;') || countTags(text) <= countTags(html)) return text;
  return decodeHtmlText(html.replaceAll('&#123;', '&amp;#123;')).text;
}

/** Writes the pages of a pattern as rows of tables. */
export function createHubdbFile({
  texts,
  title,
  titleText,
}: Pick<WxrPattern, 'texts' | 'title' | 'titleText'>): ExtraFile {
  const name = titleText ?? { parts: [title] };
  return {
    name: 'hubdb',
    recordLimit: hubdbLimits.rows,
    head: writeRow(COLUMNS),
    record(values, { slug = '' }) {
      const cell = toCell(values.renderText(name));
      const description = toCell(values.renderText(texts.get('excerpt')));
      return writeRow(['', cell, slug.toLowerCase(), description, values.renderText(texts.get('content'))]);
    },
  };
}
