/** Which column a name that fits none was probably meant to be; only one that is really near. */
import { columnKey } from '../table/column-name.ts';
import { editDistance } from '../text/edit-distance.ts';

/** Names that people use for the same thing, as columns are matched. */
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
const MOST_SLIPS = 2;

/** `geo_zip` and `zip` mean the same. */
const bareKey = (name: string): string => columnKey(name).replace(/^geo(?=.)/, '');

function areSynonyms(one: string, other: string): boolean {
  return SYNONYMS.some((names) => names.includes(one) && names.includes(other));
}

/** A name that others are measured by, with the key that is made of it once. */
export interface Candidate {
  name: string;
  key: string;
}

/** @param name of a column, or of what is derived from one */
export function toCandidate(name: string): Candidate {
  return { name, key: bareKey(name) };
}

/** The nearest of some names, which do not fit; slips of the keyboard go before other words. */
export function findNearest(name: string, candidates: readonly Candidate[]): string | undefined {
  const key = bareKey(name);
  const bound = Math.min(MOST_SLIPS, Math.floor(key.length / 3));
  let nearest: string | undefined;
  let distance = bound + 1;
  for (const candidate of candidates) {
    const measured = editDistance(key, candidate.key, bound);
    if (measured >= distance) continue;
    distance = measured;
    nearest = candidate.name;
  }
  return nearest ?? candidates.find((candidate) => areSynonyms(key, candidate.key))?.name;
}
