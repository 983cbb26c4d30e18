/**
 * Figures and index states of the sample sites: most pages of the weak one aren't indexed and earn nothing. Both
 * sites are half a year old.
 */
import { createHash } from 'node:crypto';
import { HEATER_SITES, type HeaterTown, listHeaterTowns, type HeaterSite } from '../sample-heater-sites.ts';

const AGE_DAYS = 180;
/** Share of the pages without a text about their town that are indexed, of those that are with one. */
const UNDESCRIBED_SHARE = 0.4;
const COUNTRIES = ['usa', 'usa', 'usa', 'usa', 'can'];
const DEVICES = ['MOBILE', 'MOBILE', 'DESKTOP', 'TABLET'];

/** @param host of a page, or the property of a whole domain */
export function findHeaterSite(host: string): HeaterSite | undefined {
  return HEATER_SITES.find(({ domain }) => host === domain || host === `sc-domain:${domain}`);
}

/** A number from 0 to 1 that is always the same for a text. */
function draw(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;
}

function isTownIndexed(heaterSite: HeaterSite, { path, isDescribed }: HeaterTown): boolean {
  const share = heaterSite.indexedShare * (isDescribed ? 1 : UNDESCRIBED_SHARE);
  return draw(`${heaterSite.domain}${path}`) < share;
}

/** Checks if a page of a sample site is indexed; undefined for a page of another site. */
export function isHeaterPageIndexed(url: string): boolean | undefined {
  const { hostname, pathname } = new URL(url);
  const heaterSite = findHeaterSite(hostname);
  const town = listHeaterTowns().find(({ path }) => path === pathname);
  return heaterSite && town && isTownIndexed(heaterSite, town);
}

/**
 * Lists one fact for each indexed page that was shown on the day; small towns aren't searched for each day.
 * @param day with its age in days and the factor of its weekday
 */
export function listHeaterFacts(
  heaterSite: HeaterSite,
  { date, age, factor }: { date: string; age: number; factor: number },
): { values: Record<string, string>; impressions: number; clicks: number; position: number }[] {
  if (age > AGE_DAYS) return [];
  const growth = 1 + (heaterSite.earlierShare - 1) * (age / AGE_DAYS);
  return listHeaterTowns().flatMap((town) => {
    if (!isTownIndexed(heaterSite, town)) return [];
    const [chance = 0, second = 0, third = 0, fourth = 0] = createHash('sha256')
      .update(`${heaterSite.domain} ${date} ${town.path}`)
      .digest();
    const expected = (town.population ** 0.5 / 40) * growth * factor;
    const impressions = Math.floor(expected * (0.5 + second / 256) + chance / 256);
    if (impressions === 0) return [];
    const position = heaterSite.bestPosition * (1 + draw(town.path)) + third / 128;
    const clicks = Math.floor(impressions / (position + 4) + fourth / 256);
    const name = town.name.toLowerCase();
    const queries = [`water heater repair ${name}`, `water heater repair ${name} tx`, `plumber ${name}`];
    const values = {
      date,
      query: queries[third % queries.length] ?? '',
      page: `https://${heaterSite.domain}${town.path}`,
      country: COUNTRIES[fourth % COUNTRIES.length] ?? '',
      device: DEVICES[second % DEVICES.length] ?? '',
    };
    return [{ values, impressions, clicks: Math.min(clicks, impressions), position }];
  });
}
