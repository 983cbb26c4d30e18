/** Options of a report, metrics of its chart, and names of countries and devices. Pure. */
import { type Metric, type MetricKey, METRICS } from '#web/kit/search-metrics.rules.ts';

export const PERIOD_NAMES = [
  { value: '7d', label: 'Last 7 days' },
  { value: '28d', label: 'Last 28 days' },
  { value: '3m', label: 'Last 3 months' },
  { value: '6m', label: 'Last 6 months' },
  { value: '12m', label: 'Last 12 months' },
  { value: '16m', label: 'Last 16 months' },
] as const;

export const COMPARISON_NAMES = [
  { value: 'previous', label: 'Previous period' },
  { value: 'year', label: 'Previous year' },
] as const;

/** Metrics that are on: one or two; by default clicks and impressions. */
export function readSwitched(keys: readonly string[]): Metric[] {
  const metrics = METRICS.filter(({ key }) => keys.includes(key)).slice(0, 2);
  return metrics.length > 0 ? metrics : METRICS.slice(0, 2);
}

/** One or two are on: a third replaces the second. */
export function switchMetric(on: readonly Metric[], metric: Metric): MetricKey[] {
  const keys = on.map(({ key }) => key);
  if (!keys.includes(metric.key)) return [...keys.slice(0, 1), metric.key];
  return keys.length === 1 ? keys : keys.filter((key) => key !== metric.key);
}

const regions = new Intl.DisplayNames('en-US', { type: 'region' });
/** Google's three-letter codes (ISO 3166-1), with the two-letter codes for `Intl.DisplayNames`. */
const COUNTRIES =
  'usaUS canCA mexMX gbrGB irlIE ausAU nzlNZ indIN pakPK bgdBD phlPH sgpSG mysMY idnID thaTH vnmVN chnCN hkgHK twnTW jpnJP korKR ' +
  'deuDE autAT cheCH fraFR belBE nldNL luxLU espES prtPT itaIT grcGR polPL czeCZ svkSK hunHU rouRO bgrBG srbRS hrvHR svnSI ' +
  'ukrUA rusRU blrBY ltuLT lvaLV estEE finFI sweSE norNO dnkDK islIS turTR isrIL egyEG sauSA areAE qatQA kwtKW irqIQ irnIR ' +
  'zafZA ngaNG kenKE ghaGH ethET marMA dzaDZ tunTN braBR argAR chlCL colCO perPE venVE ecuEC criCR panPA gtmGT domDO priPR jamJM';
const TWO = new Map(COUNTRIES.split(' ').map((pair) => [pair.slice(0, 3), pair.slice(3)]));

/** `usa` becomes United States; unknown codes stay. */
export function getCountryName(code: string): string {
  const two = TWO.get(code.toLowerCase());
  return two === undefined ? code.toUpperCase() : (regions.of(two) ?? code.toUpperCase());
}

/** `DESKTOP` or `desktop` becomes `Desktop`. */
export const getDeviceName = (device: string): string =>
  device.slice(0, 1).toUpperCase() + device.slice(1).toLowerCase();
