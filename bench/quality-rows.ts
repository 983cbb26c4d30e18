/**
 * Rows about `geoloom quality`: town pages of 20 kB with a template, variants and text of their own. Their words
 * differ, unlike those of the other seeds, because each different shingle of a page takes time and room.
 */
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { wxrText } from '#testkit/wxr-seed.ts';
import { findMedian } from './stop-watch.ts';
import { type Fixtures, runOnFiles } from './bench-run.ts';
import type { BenchRow, BenchSizes } from './bench-rows.ts';

const PART_PAGES = 500;
const ROUNDS = 3;
const BLOCKS = 8;
const VARIANTS = 4;
/** Words of a paragraph of the template, of a variant, and of a page's own. */
const PARAGRAPH_WORDS = { template: 410, variant: 120, own: 60 };
const MB = 1_000_000;

function createWords(seed: number): (count: number) => string {
  let state = seed;
  return (count) =>
    Array.from({ length: count }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return (7776 + ((state >>> 8) % 30_000)).toString(36);
    }).join(' ');
}

function writeTownContent(
  index: number,
  blocks: readonly { template: string; variants: readonly string[] }[],
): string {
  const own = createWords(index + 1);
  return blocks
    .map(({ template, variants }, block) => {
      const variant = variants[(Math.imul(index + 1, 0x9e3779b1) >>> (block * 3)) % VARIANTS];
      const paragraphs = [template, variant, own(PARAGRAPH_WORDS.own)].map(
        (text) => `<p class="has-text">${text}.</p>`,
      );
      return `<h2>Reason ${block}</h2>\n${paragraphs.join('\n')}`;
    })
    .join('\n');
}

function writeSite(folder: string, pages: number): string[] {
  mkdirSync(folder);
  const words = createWords(0);
  const blocks = Array.from({ length: BLOCKS }, () => ({
    template: words(PARAGRAPH_WORDS.template),
    variants: Array.from({ length: VARIANTS }, () => words(PARAGRAPH_WORDS.variant)),
  }));
  const [head = '', item = '', tail = ''] = wxrText({
    title: 'T#',
    slug: 's#',
    link: 'https://bench.example/s#/',
    id: 7,
    content: '#',
  }).split(/(?=<item>)|(?<=<\/item>)/);
  const files: string[] = [];
  for (let from = 0; from < pages; from += PART_PAGES) {
    const path = join(folder, `part-${files.length}.xml`);
    const descriptor = openSync(path, 'wx');
    writeSync(descriptor, head);
    for (let page = from; page < Math.min(pages, from + PART_PAGES); page += 1) {
      const content = writeTownContent(page, blocks);
      writeSync(
        descriptor,
        item
          .replaceAll('T#', `Town ${page}`)
          .replaceAll('s#', `town-${page}`)
          .replace('>7<', `>${page + 7}<`)
          .replace('[#]', `[${content}]`),
      );
    }
    writeSync(descriptor, tail);
    closeSync(descriptor);
    files.push(path);
  }
  return files;
}

/** Compares the command with the audit, which it includes, and its memory with that of a quarter of the pages. */
export function measureQuality({ folder }: Fixtures, { memoryRows: [few, many] }: BenchSizes): BenchRow[] {
  const site = join(folder, 'site');
  const files = writeSite(site, many);
  const rounds = Array.from({ length: ROUNDS }, () => ({
    audit: runOnFiles('audit', files),
    quality: runOnFiles('quality', files),
  }));
  const small = runOnFiles('quality', files.slice(0, few / PART_PAGES));
  rmSync(site, { recursive: true });
  const median = (read: (round: (typeof rounds)[number]) => number) => findMedian(rounds.map(read));
  const peak = median(({ quality }) => quality.peakBytes);
  const count = many.toLocaleString('en-US');
  return [
    {
      measure: `quality of ${count} pages × 20 kB ÷ audit, processor time`,
      figure: median(({ audit, quality }) => quality.cpuMs / audit.cpuMs),
      unit: '×',
      must: 5,
      aim: 2,
    },
    { measure: '  quality', figure: median(({ quality }) => quality.cpuMs) / many, unit: 'ms/page' },
    { measure: '  audit', figure: median(({ audit }) => audit.cpuMs) / many, unit: 'ms/page' },
    { measure: '  peak memory', figure: peak / MB, unit: 'MB' },
    {
      measure: `  growth from ${few.toLocaleString('en-US')} pages`,
      figure: (peak - small.peakBytes) / (many - few) / 1000,
      unit: 'kB/page',
    },
  ];
}
