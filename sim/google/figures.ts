/** Search Console's figures for the simulator: deterministic for a site and a day, for the last 16 months. */
import { createHash } from 'node:crypto';
import { findHeaterSite, listHeaterFacts } from './heater-site-figures.ts';

const DAY_MS = 86_400_000;
const RETENTION_DAYS = 486;
/** Google's final figures are two to three days late. */
const LAG_DAYS = 3;
/** Factors by weekday, Sunday first. */
const WEEK = [0.6, 1.1, 1.15, 1.1, 1.05, 1, 0.7];
/** The towns of the sample projects, too. */
const TOWNS = ['austin', 'round-rock', 'waco', 'dallas', 'houston', 'san-antonio'];
const VALUES = {
  query: ['plumber near me', 'emergency plumber', 'drain cleaning', 'water heater repair'].concat(
    TOWNS.map((town) => `plumber ${town.replace('-', ' ')}`),
  ),
  page: ['/', ...TOWNS.map((town) => `/plumber-in-${town}-tx/`)],
  country: ['usa', 'usa', 'usa', 'can'],
  device: ['MOBILE', 'MOBILE', 'DESKTOP', 'TABLET'],
} as const;

export interface FigureQuery {
  site: string;
  startDate: string;
  endDate: string;
  dimensions: readonly string[];
  today: Date;
  /** Retention in days; by default 16 months. */
  keptDays?: number | undefined;
  /** Delay of figures in days; by default three. */
  lagDays?: number | undefined;
  /** Factors of corrected days. */
  corrections?: ReadonlyMap<string, number>;
  /** Additional queries of a day, with one impression each. */
  rareQueries?: ReadonlyMap<string, number>;
}

interface Row {
  keys: string[];
  clicks: number;
  impressions: number;
  ctr: number;
  position: number;
}

/** @returns rows in the order of searchAnalytics/query: by date, or most clicks first */
export function readFigures(query: FigureQuery): Row[] {
  const {
    site,
    startDate,
    endDate,
    dimensions,
    today,
    keptDays = RETENTION_DAYS,
    lagDays = LAG_DAYS,
    corrections,
    rareQueries,
  } = query;
  const groups = new Map<string, { keys: string[]; clicks: number; impressions: number; places: number }>();
  const last = Math.min(Date.parse(endDate), today.getTime() - lagDays * DAY_MS);
  const first = Math.max(
    Date.parse(startDate),
    Math.floor(today.getTime() / DAY_MS) * DAY_MS - keptDays * DAY_MS,
  );
  const heaterSite = findHeaterSite(site);
  for (let at = first; at <= last; at += DAY_MS) {
    const date = new Date(at).toISOString().slice(0, 10);
    const growth = 1 + (at - today.getTime()) / (2 * RETENTION_DAYS * DAY_MS);
    const factor = (WEEK[new Date(at).getUTCDay()] ?? 1) * (corrections?.get(date) ?? 1);
    const age = Math.floor((today.getTime() - at) / DAY_MS);
    const facts = [
      ...(heaterSite
        ? listHeaterFacts(heaterSite, { date, age, factor })
        : listFacts(site, date, growth * factor)),
      ...listRare(site, date, rareQueries?.get(date)),
    ];
    for (const fact of facts) {
      const keys = dimensions.map((name) => fact.values[name] ?? '');
      const id = JSON.stringify(keys);
      const group = groups.get(id) ?? { keys, clicks: 0, impressions: 0, places: 0 };
      group.clicks += fact.clicks;
      group.impressions += fact.impressions;
      group.places += fact.position * fact.impressions;
      groups.set(id, group);
    }
  }
  const rows = [...groups.values()].map(({ keys, clicks, impressions, places }) => ({
    keys,
    clicks,
    impressions,
    ctr: clicks / impressions,
    position: places / impressions,
  }));
  return dimensions[0] === 'date' ? rows : rows.toSorted((a, b) => b.clicks - a.clicks);
}

/** Lists one fact for each query, with other values derived from the day. */
function listFacts(site: string, date: string, factor: number) {
  return VALUES.query.map((query) => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = createHash('sha256')
      .update(`${site} ${date} ${query}`)
      .digest();
    const impressions = Math.max(1, Math.round((20 + a) * factor));
    const town = TOWNS.find((name) => query.endsWith(name.replace('-', ' ')));
    const path = town === undefined ? VALUES.page[c % VALUES.page.length] : `/plumber-in-${town}-tx/`;
    const page = new URL(path ?? '/', toOrigin(site)).href;
    const country = VALUES.country[d % VALUES.country.length] ?? '';
    const device = VALUES.device[e % VALUES.device.length] ?? '';
    const values: Record<string, string> = { date, query, page, country, device };
    return { values, impressions, clicks: Math.floor((impressions * b) / 2_560), position: 1 + f / 10 };
  });
}

function listRare(site: string, date: string, count = 0) {
  const rest = { date, page: toOrigin(site), country: 'usa', device: 'MOBILE' };
  return Array.from({ length: count }, (_, index) => {
    const values: Record<string, string> = { ...rest, query: `plumber of street ${index}` };
    return { values, impressions: 1, clicks: 0, position: 50 };
  });
}

function toOrigin(site: string): string {
  return site.startsWith('sc-domain:') ? `https://${site.slice('sc-domain:'.length)}/` : site;
}
