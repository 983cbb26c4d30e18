/** Finds Gutenberg's block comments and the shortcodes that have an end tag in the same text. */
import type { TagRange } from '../../../encoding/codecs.ts';

/** WordPress, `WP_Block_Parser::next_token()`, up to the attributes. */
const BLOCK = /<!--\s+(\/)?wp:([a-z][a-z0-9_-]*(?:\/[a-z][a-z0-9_-]*)?)\s+/g;
const COMMENT_END = '-->';
const ATTRIBUTES_END = /\}\s+(\/)?$/;
const SHORTCODE = /\[(\/)?([a-z][\w-]*)(?![\w-])([^[\]"']*(?:(?:"[^"]*"|'[^']*')[^[\]"']*)*)\]/gi;
const CLOSING = /\[\/([a-z][\w-]*)\]/gi;
/** Maximum number of characters between the attributes of a block and its end. */
const MAX_BLANKS = 100;

/** Finds the comments of blocks; text with beginnings that are never closed is read once. */
function findBlocks(html: string): TagRange[] {
  const blocks: TagRange[] = [];
  let end = -1;
  BLOCK.lastIndex = 0;
  for (let match = BLOCK.exec(html); match; match = BLOCK.exec(html)) {
    const { index: start, 0: opening, 1: closes, 2: name = '' } = match;
    const from = start + opening.length;
    if (end < from) end = html.indexOf(COMMENT_END, from);
    if (end < 0) break;
    const hasAttributes = html[from] === '{';
    const tail = html.slice(hasAttributes ? Math.max(from, end - MAX_BLANKS) : from, end);
    const ending = hasAttributes ? ATTRIBUTES_END.exec(tail)?.[0] : tail.slice(0, 2);
    if (ending === undefined || (!hasAttributes && !['', '/'].includes(ending))) continue;
    const kind = closes ? 'close' : ending.endsWith('/') ? 'void' : 'open';
    blocks.push({ name: `wp:${name}`, kind, start, end: end + COMMENT_END.length, isBlock: true });
    BLOCK.lastIndex = end + COMMENT_END.length;
  }
  return blocks;
}

/** @param html placeholders are masked */
export function findWordpressTags(html: string): TagRange[] {
  const closed = new Set([...html.matchAll(CLOSING)].map(([, name = '']) => name.toLowerCase()));
  const shortcodes = [...html.matchAll(SHORTCODE)].flatMap(
    ({ index: start, 0: { length }, 1: closes, 2: name = '', 3: attributes = '' }): TagRange[] => {
      const key = name.toLowerCase();
      if (!closed.has(key) || attributes.trimEnd().endsWith('/')) return [];
      return [{ name: `[${key}]`, kind: closes ? 'close' : 'open', start, end: start + length }];
    },
  );
  return [...findBlocks(html), ...shortcodes];
}
