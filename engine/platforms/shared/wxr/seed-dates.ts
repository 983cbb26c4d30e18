/** Dates that the pages of a seed are computed from, in seconds since 1970. */
import { parseMysqlDate, parseRssDate } from '../../../render/calendar.ts';
import type { SeedItem, WxrSeed } from './seed.ts';

/** Base date if neither the seed nor the export has one: fixed, so that each run gives the same files. */
const FALLBACK_DATE = Date.UTC(2020, 0, 1) / 1000;

export interface SeedDates {
  /** Latest date of a page, UTC. */
  dateBase: number;
  localOffset: number;
  hasGmt: boolean;
  known: boolean;
  /** The seed’s own date, UTC. */
  own: number;
}

/** Reads the earlier of the seed's date and the export's own, so that no page is dated in the future. */
export function readSeedDates(seed: WxrSeed, item: SeedItem): SeedDates {
  const local = parseMysqlDate(item.fields.get('wp:post_date')?.text ?? '');
  const gmt = parseMysqlDate(item.fields.get('wp:post_date_gmt')?.text ?? '');
  const exported = parseRssDate(seed.exportDate);
  const own = gmt ?? local;
  const bases = [own, exported].filter((date) => date !== undefined);
  const offset = local !== undefined && gmt !== undefined ? local - gmt : 0;
  return {
    dateBase: bases.length > 0 ? Math.min(...bases) : FALLBACK_DATE,
    // a difference of more than a day isn't a time zone
    localOffset: Math.abs(offset) <= 86_400 ? offset : 0,
    hasGmt: gmt !== undefined,
    known: bases.length > 0,
    own: own ?? FALLBACK_DATE,
  };
}
