/** Template languages that read the pages of a seed. */

/** An engine that renders mustache tags in the page, as its source shows. */
export interface Mustache {
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
