/**
 * Shortcodes that stay as they are although no column has their name: those of WordPress itself, of page
 * builders and of form plugins, and those that the seed itself uses as shortcodes.
 */
import { toColumnKey } from '../../../sheet/column-name.ts';
import { matchPrefixed } from '../../../text/match-prefixed.ts';
import type { PreservedNames } from '../../../encoding/scan.ts';
import { SHORTCODE_GROUPS } from './shortcode-names.ts';

/** Page builders, shops and the like begin all of their names alike. */
const FAMILIES =
  /^(?:bbp|breakdance|bricks|brizy|edd|elementor|et_pb|fl_builder|fusion|give|learndash|lifterlms|masteriyo|mepr|nectar|ninja_forms|oxygen|pmpro|siteorigin|su|thrive|tribe|tutor|ultimatemember|uncode|vc|woocommerce|wpforms)[_-]\w/i;
/** `[/name]`, or `[name` with an attribute; builders write them in JSON too, where `/` has a backslash before it. */
const USED =
  /\[(?:\\*\/\s*([\p{L}][\p{L}\p{N}_-]*)\s*\]|([\p{L}][\p{L}\p{N}_-]*)\s+(?:[\p{L}_][\p{L}\p{N}_-]*\s*=|\\*["']))/uy;

/** Names that a seed uses as shortcodes: with an attribute, or with a closing tag. */
function usedShortcodes(seed: string): Set<string> {
  const names = new Set<string>();
  for (const [, closed, opened] of matchPrefixed(seed, '[', USED))
    names.add(toColumnKey(closed ?? opened ?? ''));
  return names;
}

const KNOWN = new Set(SHORTCODE_GROUPS.flatMap(({ names }) => names.trim().split(/\s+/)).map(toColumnKey));

/** Is it the name of a common shortcode? */
function isKnownShortcode(name: string): boolean {
  return KNOWN.has(toColumnKey(name)) || FAMILIES.test(name.trim());
}

/** Names in brackets that stay: those that the user keeps, and the shortcodes of a seed. */
export function findPreservedNames(seed: string, keep: readonly string[]): PreservedNames {
  const keys = new Set(keep.map(toColumnKey));
  const used = usedShortcodes(seed);
  return {
    kept: keep,
    isKept: (name) => keys.has(toColumnKey(name)),
    isTagName: (name) => isKnownShortcode(name) || used.has(toColumnKey(name)),
    isUsed: (name) => used.has(toColumnKey(name)),
    reportPair: (opening, name) => ({
      code: 'shortcode-named-column',
      text: `${opening}…[/${name}] is a shortcode in the seed page and is left unchanged, although the sheet has a column of that name. To fill in the column instead, remove [/${name}].`,
    }),
  };
}
