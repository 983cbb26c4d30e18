/** The four metrics of Google Search: how each reads, which way is better, and what it is compared with. Pure. */
import type { SearchFigures } from '#contract/search-shapes.ts';
import { formatCount } from '#web/ui/format-figure.ts';

export type MetricKey = keyof SearchFigures;

export interface Metric {
  key: MetricKey;
  label: string;
  /** Places count from 1: fewer is better. */
  isFewerBetter?: boolean;
}

/** In the order of the design, which is also that of their colors. */
export const METRICS: readonly Metric[] = [
  { key: 'clicks', label: 'Clicks' },
  { key: 'impressions', label: 'Impressions' },
  { key: 'ctr', label: 'Average CTR' },
  { key: 'position', label: 'Average position', isFewerBetter: true },
];

export const PERIOD_NAMES = [
  { value: '7d', label: 'Last 7 days' },
  { value: '28d', label: 'Last 28 days' },
  { value: '3m', label: 'Last 3 months' },
  { value: '6m', label: 'Last 6 months' },
  { value: '12m', label: 'Last 12 months' },
  { value: '16m', label: 'Last 16 months' },
] as const;

export const COMPARISON_NAMES = [
  { value: 'previous', label: 'With the period before' },
  { value: 'year', label: 'With the year before' },
] as const;

const large = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });
/** From here on a key figure is rounded. */
const LARGE = 1_000_000;

/** `37,281`, `2.68%`, `14.2`; no value is a dash. */
export function formatMetric(key: MetricKey, value: number | null): string {
  if (value === null) return '–';
  if (key === 'ctr') return `${(value * 100).toFixed(2)}%`;
  if (key === 'position') return value.toFixed(1);
  return value >= LARGE ? large.format(value) : formatCount(value);
}

/** On an axis: `20K`. */
export function formatTick(key: MetricKey, value: number): string {
  if (key === 'ctr') return `${Number((value * 100).toFixed(1))}%`;
  return key === 'position' ? String(Number(value.toFixed(1))) : large.format(value);
}

export interface Change {
  /** `24.1%`, or places: `1.6`. */
  text: string;
  isUp: boolean;
  isBetter: boolean;
}

/** @returns undefined where there is nothing to compare, or no change that shows */
export function findChange(
  { key, isFewerBetter = false }: Metric,
  now: SearchFigures,
  before: SearchFigures | null,
): Change | undefined {
  const [value, old] = [now[key], before?.[key] ?? null];
  if (value === null || old === null || (key !== 'position' && old === 0)) return undefined;
  const difference = value - old;
  const text =
    key === 'position'
      ? Math.abs(difference).toFixed(1)
      : `${(Math.abs(difference / old) * 100).toFixed(1)}%`;
  if (Number.parseFloat(text) === 0) return undefined;
  const isUp = difference > 0;
  return { text, isUp, isBetter: isUp !== isFewerBetter };
}

/** Those that are switched on: one or two, clicks and impressions without a choice. */
export function readSwitched(keys: readonly string[]): Metric[] {
  const known = METRICS.filter(({ key }) => keys.includes(key)).slice(0, 2);
  return known.length > 0 ? known : METRICS.slice(0, 2);
}

/** At most two are on, and one stays: a third takes the place of the second. */
export function switchMetric(on: readonly Metric[], metric: Metric): MetricKey[] {
  const keys = on.map(({ key }) => key);
  if (!keys.includes(metric.key)) return [...keys.slice(0, 1), metric.key];
  return keys.length === 1 ? keys : keys.filter((key) => key !== metric.key);
}

const regions = new Intl.DisplayNames('en-US', { type: 'region' });
/** Three letters of ISO 3166-1 as Google sends them, with the two that the browser knows. */
const COUNTRIES =
  'usaUS canCA mexMX gbrGB irlIE ausAU nzlNZ indIN pakPK bgdBD phlPH sgpSG mysMY idnID thaTH vnmVN chnCN hkgHK twnTW jpnJP korKR ' +
  'deuDE autAT cheCH fraFR belBE nldNL luxLU espES prtPT itaIT grcGR polPL czeCZ svkSK hunHU rouRO bgrBG srbRS hrvHR svnSI ' +
  'ukrUA rusRU blrBY ltuLT lvaLV estEE finFI sweSE norNO dnkDK islIS turTR isrIL egyEG sauSA areAE qatQA kwtKW irqIQ irnIR ' +
  'zafZA ngaNG kenKE ghaGH ethET marMA dzaDZ tunTN braBR argAR chlCL colCO perPE venVE ecuEC criCR panPA gtmGT domDO priPR jamJM';
const TWO = new Map(COUNTRIES.split(' ').map((pair) => [pair.slice(0, 3), pair.slice(3)]));

/** `usa` is the United States; what is not known keeps its letters. */
export function nameCountry(code: string): string {
  const two = TWO.get(code.toLowerCase());
  return two === undefined ? code.toUpperCase() : (regions.of(two) ?? code.toUpperCase());
}

/** `DESKTOP` or `desktop` is `Desktop`. */
export const nameDevice = (device: string): string =>
  device.slice(0, 1).toUpperCase() + device.slice(1).toLowerCase();
