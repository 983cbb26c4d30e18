/** Measures pages as they are on a site: one at a time, as they are fetched, and then all together. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type PageFacts, PageMeter } from '#engine';
import { HashFile } from '#pump/hash-file.ts';
import { comparePages } from '#pump/measure-files.ts';
import { openTowns } from './engine-places.ts';
import { describeQuality } from './engine-quality.ts';
import type { RunHooks } from './engine-run.ts';
import type { ComparePagesInput, MeasuredPageText, MeasurePageInput, RunQualityText } from './engine-task.ts';

/** Limits of what is stored of a page: a page of 2 MB may have a million words, and as many links. */
const MAX_SHINGLES = 20_000;
const MAX_LINKS = 1_000;
const MAX_TITLE = 200;

type StoredFacts = Omit<PageFacts, 'links'> & { links: number[] };

/** Measures one page without row data, as the pages in the files of a run are measured. */
export function handleMeasurePage({ html, url, canonical, isNoindex }: MeasurePageInput): MeasuredPageText {
  const { facts, shingles } = new PageMeter().measure({
    slug: '',
    url,
    title: '',
    texts: [html],
    searchTitle: undefined,
    // A page without one has lost it, or never had it.
    description: '',
    canonical,
    isNoindex,
  });
  const stored = shingles.subarray(0, MAX_SHINGLES);
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
  return {
    facts: JSON.stringify({
      ...facts,
      title: facts.title.slice(0, MAX_TITLE),
      searchTitle: '',
      canonical: '',
      shingles: stored.length,
      links: Array.from(facts.links.subarray(0, MAX_LINKS)),
    } satisfies StoredFacts),
    shingles: bytes.toString('base64'),
  };
}

/**
 * Compares all measured pages of a scan.
 * @returns figures by the positions of the pages, which take the place of rows
 * @throws `Canceled`, and errors of the file system
 */
export async function handleComparePages(
  { folder, factsPath, shinglesPath }: ComparePagesInput,
  { isCanceled }: Pick<RunHooks, 'isCanceled'>,
): Promise<RunQualityText> {
  const positions: number[] = [];
  const pages: PageFacts[] = [];
  for await (const line of createInterface({ input: createReadStream(factsPath) })) {
    const [position, { links, ...facts }] = JSON.parse(line) as [number, StoredFacts];
    positions.push(position);
    pages.push({ ...facts, row: pages.length, links: Uint32Array.from(links) });
  }
  const sizes = pages.map(({ shingles }) => shingles);
  const reader = HashFile.open(shinglesPath, sizes);
  const scratch = HashFile.create(join(folder, 'differences'));
  try {
    const quality = await comparePages(pages, { reader, scratch }, { isCanceled });
    return describeQuality(quality, {
      getRow: (index) => positions[index] ?? 0,
      towns: new Map(),
      openPlaces: openTowns,
    });
  } finally {
    reader.close();
    scratch.close();
  }
}
