/** Conditions in words that the page language doesn't have: `phone is empty`, `county is "Travis"`. */

const NOT_EMPTY = /^(?<name>.+?) (?:(?:isn|aren)[’'ʼ]t|(?:is |are )?not) (?:empty|blank|missing)$/i;
const EMPTY = /^(?<name>.+?) (?:is |are )?(?:empty|blank|missing)$/i;
const NOT_FILLED = /^(?<name>.+?) (?:is|are) not (?:set|filled|present)$/i;
const FILLED = /^(?<name>.+?) (?:exists|(?:is|are) (?:set|filled|present))$/i;
const EQUAL = /^(?<name>.+?) (?:is equal to|is|equals) (?<not>not )?(?<text>.+)$/i;

/** Removes a test for an empty cell in words, so that the name remains. */
export function stripEmptyTest(name: string): string {
  return (NOT_EMPTY.exec(name) ?? EMPTY.exec(name))?.groups?.['name'] ?? name;
}

/**
 * Explains how to write a condition in words.
 * @param words the words, with single spaces
 * @param isColumn checks if a part of them is a name
 */
export function explainWords(words: string, isColumn: (part: string) => boolean): string | undefined {
  const write = (right: string) => `Write "${right}" instead of "${words}".`;
  const read = (...tests: RegExp[]) =>
    tests.map((test) => test.exec(words)?.groups?.['name']).find((name) => name !== undefined);
  const isNotEmpty = NOT_EMPTY.test(words);
  const tested = read(NOT_EMPTY, EMPTY);
  if (tested !== undefined) return write(isNotEmpty ? tested : `not ${tested}`);
  const isNotFilled = NOT_FILLED.test(words);
  const filled = read(NOT_FILLED, FILLED);
  if (filled !== undefined && isColumn(filled)) return write(isNotFilled ? `not ${filled}` : filled);
  const { name = '', not, text } = EQUAL.exec(words)?.groups ?? {};
  if (name === '' || !isColumn(name)) return undefined;
  return `Write ${name} ${not === undefined ? '=' : '!='} "${text}".`;
}
