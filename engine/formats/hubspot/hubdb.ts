/**
 * HubDB, the tables of HubSpot that dynamic pages are made of: its import takes CSV alone, so the posts
 * come as rows of a table, too (developers.hubspot.com/docs/cms/data/hubdb).
 */
import { filledText } from '../../fill/filled-text.ts';
import type { ExtraFile } from '../../fill/template.ts';
import { decodeHtmlText } from '../../text/html-reference.ts';
import type { WxrPattern } from '../wxr/pattern.ts';

/** The built-in columns first; an empty id makes a new row. */
const COLUMNS = ['hs_id', 'hs_name', 'hs_path', 'meta_description', 'body'];
/** What a table may hold. */
const MOST_ROWS = 10_000;

function writeRow(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`;
}

/** The pages of a pattern as rows of tables. */
export function hubdbFile({ texts, title }: Pick<WxrPattern, 'texts' | 'title'>): ExtraFile {
  const ofTitle = texts.get('title') ?? { parts: [title] };
  return {
    name: 'hubdb',
    recordLimit: MOST_ROWS,
    head: writeRow(COLUMNS),
    record(values, { slug = '' }) {
      // short HTML in a post is plain text in a cell
      const name = decodeHtmlText(filledText(ofTitle, values)).text;
      const description = decodeHtmlText(filledText(texts.get('excerpt'), values)).text;
      return writeRow(['', name, slug.toLowerCase(), description, filledText(texts.get('content'), values)]);
    },
  };
}
