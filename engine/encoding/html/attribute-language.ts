/** Language of an attribute's value, by the names that HTML, SVG and frameworks know. */
import type { ScriptGoal } from '../script/parse-script.ts';

export type AttributeLanguage =
  | { kind: 'text' | 'addresses' | 'animation' | 'html' | 'style' }
  | { kind: 'address'; from: number }
  | { kind: 'script'; goal: ScriptGoal };

const ADDRESSES = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'poster',
  'cite',
  'background',
  'longdesc',
  'data',
  'manifest',
  'ping',
  'xlink:href',
  'data-src',
  'data-href',
  'data-url',
  'data-link',
]);
/** Elements of SVG that set attributes of other elements, also to an address. */
const ANIMATIONS = new Set(['animate', 'animatecolor', 'animatemotion', 'animatetransform', 'set']);
const ANIMATED = new Set(['values', 'to', 'from', 'by']);

/**
 * Alpine, Vue and petite-vue, htmx, AngularJS, Livewire, Knockout, hyperscript and AMP, without names that
 * take a text. Where their grammar isn't that of JavaScript, acorn refuses it.
 */
const FRAMEWORK =
  /^(?:@|:|#|(?:data-)?(?:x-(?!(?:ref|mask|teleport)$)|v-|ng-(?!(?:app|href|src|srcset)$)|hx-(?:on|trigger|vals|headers|request)(?![a-z]))|wire:|data-(?:bind|script)$|_$|on$)/;

/** Seconds before an address (WHATWG, "shared declarative refresh steps"). */
const REFRESH = /^\s*[\d.]+\s*(?:[;,]\s*url\s*=|,(?=\s*\[))\s*["']?/i;

/**
 * Recognizes the language of an attribute by its name.
 * @param text the value without its references
 */
export function getAttributeLanguage(tag: string, name: string, text: string): AttributeLanguage {
  if (/^on[a-z]/.test(name)) return { kind: 'script', goal: 'handler' };
  if (name === 'style') return { kind: 'style' };
  if (name === 'srcdoc') return { kind: 'html' };
  if (name === 'srcset' || name === 'imagesrcset') return { kind: 'addresses' };
  if (ADDRESSES.has(name)) return { kind: 'address', from: 0 };
  const refresh = tag === 'meta' && name === 'content' ? REFRESH.exec(text)?.[0] : undefined;
  if (refresh !== undefined) return { kind: 'address', from: refresh.length };
  if (ANIMATIONS.has(tag) && ANIMATED.has(name)) return { kind: 'animation' };
  return FRAMEWORK.test(name) ? { kind: 'script', goal: 'attribute' } : { kind: 'text' };
}
