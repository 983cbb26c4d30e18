/** What the value of an attribute is written in, by the names that HTML, SVG and frameworks know. */
import type { ScriptGoal } from '../script/parse-script.ts';

export type AttributeLanguage =
  | { kind: 'text' | 'addresses' | 'animation' | 'html' | 'style' | 'unread' }
  | { kind: 'address'; from: number }
  | { kind: 'script'; goal: ScriptGoal; from: number };

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
/** Elements of SVG that give other elements' attributes a value, an address too. */
const ANIMATIONS = new Set(['animate', 'animatecolor', 'animatemotion', 'animatetransform', 'set']);
const ANIMATED = new Set(['values', 'to', 'from', 'by']);

/** Alpine, Vue and petite-vue, htmx, AngularJS, Livewire, Knockout. */
const FRAMEWORK = /^(?:(?:data-)?x-|@|:|(?:data-)?v-|(?:data-)?hx-on|(?:data-)?ng-|wire:|data-bind$)/;
/** Of those, what is no JavaScript: names, selectors, classes, and what is filled in by another language. */
const NO_SCRIPT =
  /^(?:data-)?(?:x-(?:ref|teleport|cloak|ignore|mask|transition)|v-(?:pre|cloak|once)|ng-(?:app|href|src|srcset))(?![a-z-])/;
/** Grammars around JavaScript (`city in cities`), or others that run too: hyperscript, AMP, filters of htmx. */
const OTHER_GRAMMAR =
  /^(?:(?:data-)?(?:x-for|v-for|v-slot|ng-repeat|ng-options|hx-trigger)(?![a-z])|#|_$|data-script$|on$)/;
/** htmx: JSON, but a script behind one of these. */
const RUN_VALUES = /^\s*(?:js|javascript):/i;
const VALUES = /^(?:data-)?hx-(?:vals|headers|request)$/;

/** Seconds, and the address behind them (WHATWG, "shared declarative refresh steps"). */
const REFRESH = /^\s*[\d.]+\s*(?:[;,]\s*url\s*=|,(?=\s*\[))\s*["']?/i;

/** @param text the value without its references, as it decides for some */
export function attributeLanguage(tag: string, name: string, text: string): AttributeLanguage {
  if (/^on[a-z]/.test(name)) return { kind: 'script', goal: 'handler', from: 0 };
  if (name === 'style') return { kind: 'style' };
  if (name === 'srcdoc') return { kind: 'html' };
  if (name === 'srcset' || name === 'imagesrcset') return { kind: 'addresses' };
  if (ADDRESSES.has(name)) return { kind: 'address', from: 0 };
  const refresh = tag === 'meta' && name === 'content' ? REFRESH.exec(text)?.[0] : undefined;
  if (refresh !== undefined) return { kind: 'address', from: refresh.length };
  if (ANIMATIONS.has(tag) && ANIMATED.has(name)) return { kind: 'animation' };
  if (OTHER_GRAMMAR.test(name)) return { kind: 'unread' };
  const run = VALUES.test(name) ? RUN_VALUES.exec(text)?.[0] : undefined;
  if (run !== undefined) return { kind: 'script', goal: 'attribute', from: run.length };
  if (FRAMEWORK.test(name) && !NO_SCRIPT.test(name)) return { kind: 'script', goal: 'attribute', from: 0 };
  return { kind: 'text' };
}
