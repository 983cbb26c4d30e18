/** Texts in which page builders replace brackets and quotes by signs of their own. */
import { decodeMatches } from '../../../text/source-text.ts';
import type { TextLayer } from '../../../encoding/layers.ts';
import type { Range } from '../../../encoding/piece.ts';
import { wordpressEncoders } from './encode-shortcode.ts';

/**
 * Text between the quotes, brackets and tags around two marks, which are how a builder writes brackets; a condition
 * between these may compare with `<` and `>`.
 */
function findBetweenQuotes(open: string, close: string): (text: string) => Range[] {
  const rest = new RegExp(`(?:${open}(?:(?!${open})[^"[\\]\\n])*?${close}|[^"[\\]<>\\n])*`, 'y');
  return (text) => {
    const found: Range[] = [];
    // each text between quotes is read once, however many marks are in it
    for (let at = text.indexOf(open); at >= 0; ) {
      let from = at;
      while (from > 0 && !'"[]<>\n'.includes(text[from - 1] ?? '')) from -= 1;
      rest.lastIndex = at;
      const to = at + (rest.exec(text)?.[0].length ?? 0);
      if (text.slice(at, to).includes(close)) found.push({ from, to });
      at = text.indexOf(open, to);
    }
    return found;
  };
}

/** Divi, `ET_Builder_Element::process_additional_options()`: signs for characters that would end a shortcode. */
export const DIVI_SIGNS: Record<string, string> = {
  '%22': '"',
  '%92': '\\',
  '%91': '[',
  '%93': ']',
  '%5c': '\\',
};
/** WPBakery, `vc_value_from_safe()`. */
const WPBAKERY: Record<string, string> = { '`{`': '[', '`}`': ']', '``': '"' };

export const BUILDER_LAYERS: readonly TextLayer[] = [
  {
    name: 'divi',
    sign: '%',
    encoder: wordpressEncoders.divi,
    kind: 'plain',
    isComplete: true,
    isLoose: false,
    find: findBetweenQuotes('%91', '%93'),
    decode: (text) => decodeMatches(text, /%(?:22|9[123]|5c)/g, (found) => DIVI_SIGNS[found]),
  },
  {
    name: 'wpbakery',
    sign: '`',
    encoder: wordpressEncoders.wpbakery,
    kind: 'plain',
    isComplete: true,
    isLoose: false,
    find: findBetweenQuotes('`{`', '`}`'),
    decode: (text) => decodeMatches(text, /`[{}]?`/g, (found) => WPBAKERY[found]),
  },
];
