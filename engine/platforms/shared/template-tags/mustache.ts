/**
 * Mustache tags: Vue and Angular read what the browser has decoded, so in their tags a value is encoded for them
 * first.
 */
import type { Codecs, SeedNames } from '../../../encoding/codecs.ts';
import { type Hole, comparePieces } from '../../../encoding/piece.ts';
import type { Encoder } from '../../../text/encoder.ts';
import { htmlEncoders } from '../../../encoding/html/encode-html.ts';
import { scriptEncoders } from '../../../encoding/script/encode-script.ts';
import { findBracketed } from '../../../language/placeholder.ts';
import { RangeFinder } from '../../../encoding/range-finder.ts';
import { hublEncoders } from './encode-hubl.ts';
import { StringReader, type TemplateTag, findString, toTag } from './find-tags.ts';
import { scopeTemplateBlocks } from './template-blocks.ts';
import { guardBraces, isAttribute, isUrl } from './guard-braces.ts';

/** An engine that renders mustache tags in the page, as its source shows. */
interface Mustache {
  /** Angular reads attributes too. */
  hasAngular: boolean;
  /** Texts without a tag are parts of the page too. */
  isPlainShown: boolean;
}

const ENGINE =
  /\s(?:data-)?(?:v-(?:text|html|if|else|show|for|model|bind|on|slot|pre|cloak|once)|x-(?:data|text|html)|ng-[a-z]+)(?!\w)/;
const ANGULAR = /\s(?:data-)?ng-[a-z]/;
const MAX_TAG = 2000;

function hasMustacheTag(source: string): boolean {
  let end = -1;
  for (let from = source.indexOf('{{'); from >= 0; from = source.indexOf('{{', from + 1)) {
    if (end < from + 2) end = source.indexOf('}}', from + 2);
    if (end < 0) return false;
    if (end - from - 2 <= MAX_TAG) return true;
  }
  return false;
}

/** Reads from the source of a record whether an engine of mustache tags renders its page. */
export function findMustache(source: string, isPlainShown: boolean): Mustache | undefined {
  if (!ENGINE.test(source) && !hasMustacheTag(source)) return undefined;
  return { hasAngular: ANGULAR.test(source), isPlainShown };
}

/** An element between `{{` and `}}`: these belong to different scripts. */
const ELEMENT = /<\/?[a-z!]/i;
const MAX_MUSTACHE = 2000;

/** Mustache tags, which end at the first `}}`, in a string or not. */
export function findMustacheTags(text: string): TemplateTag[] {
  const tags: TemplateTag[] = [];
  let end = -1;
  for (let from = text.indexOf('{{'); from >= 0; from = text.indexOf('{{', from)) {
    if (end < from + 2) end = text.indexOf('}}', from + 2);
    if (end < 0) break;
    const inner = end - from > MAX_MUSTACHE ? '<a' : text.slice(from + 2, end);
    if (ELEMENT.test(inner)) {
      from += 2;
      continue;
    }
    const reader = new StringReader(text, true);
    for (let at = from + 2; at < end; ) at = reader.read(at);
    tags.push(toTag(reader, { opener: '{{', from, to: end + 2, isUnclosed: false }));
    from = end + 2;
  }
  return tags;
}

const IN_TAG = 'is in a mustache tag or right after a brace. Put the construct around the whole tag.';

/** Contexts that show their text, so that Vue or Angular read a tag in it, too. */
const SHOWN = new Set<Encoder | undefined>([
  undefined,
  htmlEncoders.html,
  htmlEncoders['html-sanitized'],
  htmlEncoders.short,
  htmlEncoders.template,
  htmlEncoders['raw-text'],
  htmlEncoders['attr"'],
  htmlEncoders["attr'"],
]);

/** Strings and names in mustache tags; a tag that no engine reads is harmless. */
function encodeForMustache(hole: Hole, tag: TemplateTag): Hole {
  const [first] = hole.encoders;
  if (isUrl(first)) return { ...hole, encoders: [hublEncoders['tag-word'], ...hole.encoders.slice(1)] };
  if (!SHOWN.has(first)) return hole;
  const string = findString(tag, hole);
  const outer =
    first === htmlEncoders['html-sanitized'] ? [htmlEncoders.html, ...hole.encoders.slice(1)] : hole.encoders;
  if (string === undefined) return { ...hole, encoders: [hublEncoders['tag-word'], ...outer] };
  // the references of a template in a script would be undone by some engines and not by others
  if (first === htmlEncoders.template)
    return { ...hole, encoders: [scriptEncoders.js, hublEncoders['hubl-string-inside'], ...outer.slice(1)] };
  return { ...hole, encoders: [hublEncoders[`mustache${string.quote}`], ...outer] };
}

/** Encodes or rejects tags of values on a page that such an engine renders. */
function guardMustache(hole: Hole, { hasAngular, isPlainShown }: Mustache): Hole {
  const [first] = hole.encoders;
  if (first === undefined && !isPlainShown) return hole;
  if (first === htmlEncoders.html)
    return {
      ...hole,
      encoders: [htmlEncoders.html, hublEncoders['mustache-html'], ...hole.encoders.slice(1)],
    };
  const isRead = first === htmlEncoders['html-sanitized'] || (hasAngular && isAttribute(first));
  if (isRead) return { ...hole, encoders: [...hole.encoders, hublEncoders['hubl-edge']] };
  return { ...hole, encoders: guardBraces(hole.encoders, 'outside') };
}

/** Refuses constructs that begin or end in a tag, or complete one. */
function refuseMarkers(
  text: string,
  names: SeedNames,
  { tags, isRead }: { tags: readonly TemplateTag[]; isRead: boolean },
): void {
  const finder = new RangeFinder(tags);
  for (const bracketed of findBracketed(text))
    if (finder.find(bracketed.from) || (isRead && text[bracketed.from - 1] === '{'))
      names.refuseMarker(bracketed, text, IN_TAG);
}

/**
 * Encodes the pieces of a text in its mustache tags for them too.
 * @param mustache the engine that renders the page, if its source shows one
 */
export function createMustache(mustache?: Mustache): NonNullable<Codecs['encodeForPage']> {
  return (text, names, found) => {
    if (found.length === 0 || (!mustache && !/\{[{%]/.test(text))) return found;
    const masked = names.mask(text);
    const pieces = scopeTemplateBlocks(masked, found);
    const tags = findMustacheTags(masked);
    refuseMarkers(text, names, { tags, isRead: mustache !== undefined });
    const finder = new RangeFinder(tags);
    return pieces.sort(comparePieces).map((piece) => {
      if (piece.kind !== 'hole' || piece.value.source.kind === 'base64') return piece;
      const tag = finder.find(piece.start);
      if (tag) return encodeForMustache(piece, tag);
      return mustache ? guardMustache(piece, mustache) : piece;
    });
  };
}
