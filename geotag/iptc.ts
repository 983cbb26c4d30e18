/**
 * Writes the IPTC of a copy: datasets of records 1 and 2 in UTF-8, with new place and caption. Texts of older files,
 * which don't declare an encoding, are decoded as Windows-1252 if they aren't UTF-8. Source: IPTC-NAA IIM 4.2.
 */
import { IMAGE_SEGMENTS } from '#engine/limits.ts';
import { joinBytes, toAscii } from './jpeg.ts';
import { CAPTION_BYTES, cutToBytes, type GeoTag } from './geo-tag.ts';

export interface Dataset {
  /** Record and number, as in `2:90`: 256 × record + number. */
  id: number;
  value: Uint8Array;
}

const id = (record: number, number: number) => record * 256 + number;

export const IPTC = {
  encoding: id(1, 90),
  city: id(2, 90),
  state: id(2, 95),
  countryCode: id(2, 100),
  country: id(2, 101),
  caption: id(2, 120),
} as const;
const VERSION = id(2, 0);
const UTF8 = toAscii('\u001b%G');
/** Content location code and name, sub-location, previews, and datasets that are replaced. */
const DROPPED = new Set<number>([
  ...Object.values(IPTC),
  VERSION,
  id(2, 26),
  id(2, 27),
  id(2, 92),
  id(2, 200),
  id(2, 201),
  id(2, 202),
]);
/** A dataset whose value isn't text. */
const RASTERIZED_CAPTION = id(2, 125);

/** Reads the datasets of a block as far as possible, at most one more than allowed. */
export function readDatasets(block: Uint8Array): Dataset[] {
  const datasets: Dataset[] = [];
  let at = 0;
  while (datasets.length <= IMAGE_SEGMENTS && at + 5 <= block.length && block[at] === 0x1c) {
    const [, record = 0, number = 0, high = 0, low = 0] = block.subarray(at, at + 5);
    const end = at + 5 + high * 256 + low;
    // The highest bit marks an extended dataset, which texts don't need.
    if (high >= 0x80 || end > block.length) break;
    datasets.push({ id: id(record, number), value: block.subarray(at + 5, end) });
    at = end;
  }
  return datasets;
}

/** Decodes a text as UTF-8, or as Windows-1252 if it isn't valid. */
export function decodeDataset(value: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(value);
  } catch {
    return new TextDecoder('windows-1252').decode(value);
  }
}

const isText = ({ id: dataset }: Dataset) => dataset > VERSION + 2 && dataset !== RASTERIZED_CAPTION;

/** Selects the datasets that a copy preserves, with texts in UTF-8; none if there are too many. */
export function preserveDatasets(block: Uint8Array): { datasets: Dataset[]; isTooLarge: boolean } {
  const all = readDatasets(block);
  if (all.length > IMAGE_SEGMENTS) return { datasets: [], isTooLarge: true };
  const datasets = all
    .filter(({ id: dataset }) => dataset < id(3, 0) && !DROPPED.has(dataset))
    .map((dataset) =>
      isText(dataset)
        ? { id: dataset.id, value: new TextEncoder().encode(decodeDataset(dataset.value)) }
        : dataset,
    )
    .filter(({ value }) => value.length < 0x8000);
  return { datasets, isTooLarge: false };
}

/** Writes the IPTC block of a copy: each record's datasets in the order of their numbers. */
export function writeIptc(preserved: readonly Dataset[], tag: GeoTag): Uint8Array {
  const added: Dataset[] = [
    { id: IPTC.encoding, value: UTF8 },
    { id: VERSION, value: Uint8Array.of(0, 4) },
    { id: IPTC.city, value: cutToBytes(tag.city, 32) },
    { id: IPTC.state, value: cutToBytes(tag.state, 32) },
    // The field has exactly three letters.
    { id: IPTC.countryCode, value: toAscii(tag.countryCode.length === 3 ? tag.countryCode : '') },
    { id: IPTC.country, value: cutToBytes(tag.country, 64) },
    { id: IPTC.caption, value: cutToBytes(tag.caption, CAPTION_BYTES) },
  ];
  return joinBytes(
    [...preserved, ...added.filter(({ value }) => value.length > 0)]
      .toSorted((one, other) => one.id - other.id)
      .flatMap(({ id: dataset, value }) => [
        Uint8Array.of(0x1c, dataset >> 8, dataset & 0xff, value.length >> 8, value.length & 0xff),
        value,
      ]),
  );
}
