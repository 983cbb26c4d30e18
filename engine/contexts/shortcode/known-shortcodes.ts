/**
 * Shortcodes that stay as they are although no column has their name: those of WordPress itself, of page
 * builders and of form plugins, and those that the seed itself uses as shortcodes.
 */
import { columnKey } from '../../table/column-name.ts';
import { matchAtSign } from '../../text/match-at-sign.ts';
import type { StayingNames } from '../scan.ts';

/** WordPress 6.9, `wp-includes/media.php`, `embed.php` and `deprecated.php`. */
const CORE = ['gallery', 'caption', 'wp_caption', 'embed', 'audio', 'video', 'playlist'];
/** Names that plugins give their shortcodes without attributes, as their documentation has them. */
const PLUGINS = [
  'all-fields',
  'bbp-forum-index',
  'contact-form',
  'contact-form-7',
  'edd_downloads',
  'edd_history',
  'edd_profile_editor',
  'elementor-template',
  'everest_form',
  'ez-toc',
  'fluentform',
  'formidable',
  'forminator_form',
  'gravityform',
  'gravityforms',
  'happyforms',
  'jetpack_subscription_form',
  'lwptoc',
  'mailpoet_form',
  'mc4wp_form',
  'ninja_form',
  'ninja_forms',
  'rank_math_breadcrumb',
  'shop_messages',
  'slider_revolution',
  'toc',
  'top_rated_products',
  'best_selling_products',
  'featured_products',
  'recent_products',
  'related_products',
  'sale_products',
  'product_categories',
  'weforms',
  'wpcf7',
  'wpforms',
  'wpseo_breadcrumb',
  'yoast-breadcrumb',
];
/** Page builders, shops and the like begin all of their names alike. */
const FAMILIES =
  /^(?:breakdance|bricks|brizy|elementor|et_pb|fl_builder|fusion|learndash|nectar|oxygen|pmpro|siteorigin|thrive|tribe|uncode|vc|woocommerce)[_-]\w/i;
/** `[/name]`, or `[name` with an attribute; builders write them in JSON too, where `/` has a backslash before it. */
const USED =
  /\[(?:\\*\/\s*([\p{L}][\p{L}\p{N}_-]*)\s*\]|([\p{L}][\p{L}\p{N}_-]*)\s+(?:[\p{L}_][\p{L}\p{N}_-]*\s*=|\\*["']))/uy;

/** Names that a seed uses as shortcodes: with an attribute, or with a closing tag. */
function usedShortcodes(seed: string): Set<string> {
  const names = new Set<string>();
  for (const [, closed, opened] of matchAtSign(seed, '[', USED)) names.add(columnKey(closed ?? opened ?? ''));
  return names;
}

const KNOWN = new Set([...CORE, ...PLUGINS].map(columnKey));

/** Does everybody know the name as a shortcode? */
function isKnownShortcode(name: string): boolean {
  return KNOWN.has(columnKey(name)) || FAMILIES.test(name.trim());
}

/** Names in brackets that stay: those that the person keeps, and the shortcodes of a seed. */
export function stayingNames(seed: string, keep: readonly string[]): StayingNames {
  const keys = new Set(keep.map(columnKey));
  const used = usedShortcodes(seed);
  return {
    kept: keep,
    isKept: (name) => keys.has(columnKey(name)),
    isShortcode: (name) => isKnownShortcode(name) || used.has(columnKey(name)),
  };
}
