/** Search Console's figures for the simulator: the same for a site and a day each time, for 16 months back. */
import { createHash } from 'node:crypto';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 486;
/** Google's final figures come two to three days late. */
const LAG_DAYS = 3;
const VALUES = {
  query: ['plumber near me', 'emergency plumber', 'drain cleaning', 'water heater repair'],
  page: ['/', '/plumber-waco/', '/plumber-austin/'],
  country: ['usa', 'can'],
  device: ['MOBILE', 'DESKTOP', 'TABLET'],
} as const;

export interface FigureQuery {
  site: string;
  startDate: string;
  endDate: string;
  dimensions: readonly string[];
  today: Date;
}

interface Row {
  keys: string[];
  clicks: number;
  impressions: number;
  ctr: number;
  position: number;
}

/** @returns rows as searchAnalytics/query answers them: by date, or the most clicks first */
export function readFigures({ site, startDate, endDate, dimensions, today }: FigureQuery): Row[] {
  const groups = new Map<string, { keys: string[]; clicks: number; impressions: number; places: number }>();
  const last = Math.min(Date.parse(endDate), today.getTime() - LAG_DAYS * DAY_MS);
  const first = Math.max(Date.parse(startDate), today.getTime() - KEPT_DAYS * DAY_MS);
  for (let at = first; at <= last; at += DAY_MS) {
    const date = new Date(at).toISOString().slice(0, 10);
    for (const fact of listFacts(site, date)) {
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

/** One fact for each query; its other values follow from the day. */
function listFacts(site: string, date: string) {
  return VALUES.query.map((query) => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = createHash('sha256')
      .update(`${site} ${date} ${query}`)
      .digest();
    const impressions = 20 + a;
    const page = new URL(VALUES.page[c % VALUES.page.length] ?? '/', toOrigin(site)).href;
    const country = VALUES.country[d % VALUES.country.length] ?? '';
    const device = VALUES.device[e % VALUES.device.length] ?? '';
    const values: Record<string, string> = { date, query, page, country, device };
    return { values, impressions, clicks: Math.floor((impressions * b) / 2_560), position: 1 + f / 10 };
  });
}

function toOrigin(site: string): string {
  return site.startsWith('sc-domain:') ? `https://${site.slice('sc-domain:'.length)}/` : site;
}
