/** Finds the column that an unknown name was probably meant to be, if one is near enough. */
import { toColumnKey } from '../sheet/column-name.ts';
import { editDistance } from '../text/edit-distance.ts';

/** Synonyms, as column keys. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['city', 'town', 'location', 'municipality'],
  ['state', 'province', 'region'],
  ['zip', 'zipcode', 'postalcode', 'postcode'],
  ['lat', 'latitude'],
  ['lng', 'lon', 'long', 'longitude'],
  ['timezone', 'tz'],
  ['url', 'slug', 'path', 'permalink'],
  ['phone', 'phonenumber', 'telephone', 'telephonenumber', 'tel', 'mobile'],
  ['email', 'emailaddress', 'mail'],
  ['address', 'streetaddress', 'street'],
  ['neighborhood', 'neighbourhood'],
  ['company', 'companyname', 'business', 'businessname'],
  ['website', 'homepage'],
];
const MAX_SLIPS = 2;

/** Common words of column names: a name that consists of them is a missing column. */
const COLUMN_WORDS = new Set(
  `address addr agency alt amenity amenities area attraction author award bedrooms benefit bio block
  borough brand budget business category cell certification city client company contact coordinates
  cost country county coupon currency customer date deal description discount distance district domain
  email employee employees employer estimate fact fax fee firm founded fullname geo greeting guarantee
  headline highway homepage hours image industry intro keyword keywords landmark landmarks lat latitude
  license lng location locality lon longitude mail manager market miles mobile municipality name
  neighborhood neighborhoods neighbourhood niche offer office organization owner parish permalink
  person phone photo picture population postal postcode price product profession promo promotion
  province question quote radius rate rating recipient region review reviews salary service services
  slogan slug specialty speciality st staff state street subtitle suburb summary surname tagline tel
  telephone testimonial tier title town trade tz timezone url vendor venue village warranty website
  zip zipcode zone`.split(/\s+/),
);
/** Words that only accompany such a word: `[Your City]`, `[Phone Number]`. */
const PART_WORDS = new Set(
  `a abbr abbreviation average avg code count current enter first free full here home id
  insert last line link local long main max min my nearby number of our primary second secondary short
  target text the toll total type value work your`.split(/\s+/),
);

/** `companyName 2` → `company`, `name` */
function splitWords(name: string): string[] {
  return name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}']+/u)
    .filter((word) => word !== '');
}

/** Words of a sheet’s own column names that could name a column by themselves. */
export function toOwnWords(columnNames: readonly string[]): Set<string> {
  return new Set(columnNames.flatMap(splitWords).filter((word) => !PART_WORDS.has(word)));
}

/** A shorter word with one typo is often another word. */
const MIN_MISTYPED = 6;

function isColumnWord(word: string): boolean {
  if (COLUMN_WORDS.has(word)) return true;
  if (word.length < MIN_MISTYPED) return false;
  for (const known of COLUMN_WORDS) if (editDistance(word, known, 1) <= 1) return true;
  return false;
}

/** Checks if the name consists of column words, from the list or from the sheet’s own columns. */
export function isColumnName(name: string, ownWords: ReadonlySet<string>): boolean {
  const words = splitWords(name);
  const names = words.filter((word) => !PART_WORDS.has(word));
  return names.length > 0 && names.every((word) => ownWords.has(word) || isColumnWord(word));
}

/** `geo_zip` and `zip` mean the same. */
const bareKey = (name: string): string => toColumnKey(name).replace(/^geo(?=.)/, '');

function areSynonyms(one: string, other: string): boolean {
  return SYNONYMS.some((names) => names.includes(one) && names.includes(other));
}

/** A name with the keys by which it is compared. */
export interface Candidate {
  name: string;
  key: string;
  subject: string;
}

/** Shortens `state_code`, `geo_state` and `State Name` to their common word: `state`. */
function readSubject(name: string): string {
  const words = splitWords(name).filter((word) => !PART_WORDS.has(word) && word !== 'geo');
  return words.join(' ');
}

/** @param name of a column, or of a derived value */
export function toCandidate(name: string): Candidate {
  return { name, key: bareKey(name), subject: readSubject(name.replace(/\bno\b\.?$/i, '')) };
}

/** Finds a column whose name differs by a few typos. */
export function findMistyped(name: string, candidates: readonly Candidate[]): string | undefined {
  const key = bareKey(name);
  let nearest: string | undefined;
  let distance = MAX_SLIPS + 1;
  for (const candidate of candidates) {
    const length = Math.max(key.length, Math.min(candidate.key.length, key.length + 1));
    const bound = Math.min(MAX_SLIPS, Math.floor(length / 3));
    const measured = editDistance(key, candidate.key, bound);
    if (measured > bound || measured >= distance) continue;
    distance = measured;
    nearest = candidate.name;
  }
  return nearest;
}

/** Finds the nearest of some unknown names; typos take precedence over other words. */
export function findNearest(name: string, candidates: readonly Candidate[]): string | undefined {
  const [key, subject] = [bareKey(name), readSubject(name)];
  const near = (test: (candidate: Candidate) => boolean) => candidates.find(test)?.name;
  return (
    findMistyped(name, candidates) ??
    near((candidate) => areSynonyms(key, candidate.key)) ??
    (subject === '' ? undefined : near((candidate) => candidate.subject === subject))
  );
}
