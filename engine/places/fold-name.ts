/** Compares names of towns, counties and states that were written by different people. */
import anyAscii from 'any-ascii';

const SHORT_FORMS: Readonly<Record<string, string>> = {
  saint: 'st',
  sainte: 'ste',
  mount: 'mt',
  fort: 'ft',
  '&': 'and',
};
const LONG_FORM = /\b(?:sainte?|mount|fort)\b|&/g;
const ASCII = /^[ -~]*$/;

/**
 * Returns the same key for `Saint Louis` and `St. Louis`, `Coeur d'Alene` and `COEUR D ALENE`, `Cañon City` and
 * `Canon City`.
 */
export function foldName(name: string): string {
  return (ASCII.test(name) ? name : anyAscii(name))
    .toLowerCase()
    .replaceAll(LONG_FORM, (word) => SHORT_FORMS[word] ?? word)
    .replaceAll(/[^a-z0-9]+/g, '');
}

const COUNTY_WORDS =
  /\s+(?:county|parish|borough|census area|municipality|planning region|city and borough)$/i;

/** Returns the same key for `Travis`, `Travis County` and `TRAVIS CO.`, also for `Orleans Parish`. */
export function foldCounty(name: string): string {
  return foldName(
    name
      .trim()
      .replace(/\s+co\.?$/i, '')
      .replace(COUNTY_WORDS, ''),
  );
}
