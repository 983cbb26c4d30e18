/** Sets of pages for tests: the same towns and texts, with fewer or more differences between the pages. */
import type { InspectInput } from '../inspect/inspect.ts';
import { planPages } from '../render/plan.ts';
import { combineInput, prepareFor } from '../inspect/inspect.ts';
import { readSeed } from '../platforms/read-seed.ts';
import { createRandom, finish } from '../quality/page-kinds-fixture.ts';
import { measureRun, type RunQuality } from '../quality/measure-run.ts';
import { createTableReader } from '../sheet/table-reader.ts';
import type { QualityEstimate } from './estimate.ts';
import { estimateQuality } from './estimate-quality.ts';
import { createMemoryStore, fillPages } from './filled-pages.ts';

const WORDS =
  'leak drain pipe water heater valve repair same day crew van parts price quote call slab copper sewer line camera root jet clean test permit code safe home owner office shop kitchen bath sink shower toilet pump sump gas meter shutoff winter freeze summer drought clay soil oak street block lake creek hill north south old new brick frame attic wall floor crawl space warranty license insured local'.split(
    ' ',
  );

/** Sentences of a text, different for each number. */
export function makeText(seed: number, words: number): string {
  const random = createRandom(seed);
  const list = Array.from({ length: words }, () => WORDS[Math.floor(random() * WORDS.length)] ?? '');
  return `${list.join(' ')}.`;
}

const paragraph = (html: string) => `<!-- wp:paragraph -->\n<p>${html}</p>\n<!-- /wp:paragraph -->\n`;

export interface SeedOptions {
  title?: string;
  description?: string;
  content: string;
}

/** Writes a WordPress export with one page. */
export function writeSeed({
  title = 'Plumber in [geo_city], [geo_state]',
  description = 'Plumbers for [geo_city], [geo_state]. Call today.',
  content,
}: SeedOptions): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Example</title><link>https://www.example.com</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>https://www.example.com</wp:base_site_url><wp:base_blog_url>https://www.example.com</wp:base_blog_url>
<item><title><![CDATA[${title}]]></title><link>https://www.example.com/plumber-geo_url/</link><pubDate>Mon, 02 Nov 2026 10:00:00 +0000</pubDate>
<dc:creator><![CDATA[admin]]></dc:creator><guid isPermaLink="false">https://www.example.com/?page_id=12</guid><description></description>
<content:encoded><![CDATA[${content}]]></content:encoded><excerpt:encoded><![CDATA[]]></excerpt:encoded>
<wp:post_id>12</wp:post_id><wp:post_date><![CDATA[2026-11-02 10:00:00]]></wp:post_date><wp:post_date_gmt><![CDATA[2026-11-02 10:00:00]]></wp:post_date_gmt>
<wp:post_name><![CDATA[plumber-[geo_url]]]></wp:post_name><wp:status><![CDATA[publish]]></wp:status><wp:post_parent>0</wp:post_parent><wp:menu_order>0</wp:menu_order>
<wp:post_type><![CDATA[page]]></wp:post_type><wp:post_password><![CDATA[]]></wp:post_password><wp:is_sticky>0</wp:is_sticky>
<wp:postmeta><wp:meta_key><![CDATA[_yoast_wpseo_metadesc]]></wp:meta_key><wp:meta_value><![CDATA[${description}]]></wp:meta_value></wp:postmeta>
</item></channel></rss>`;
}

const COLUMNS = ['geo_city', 'geo_state', 'geo_url', 'phone', 'lat', 'lng', 'local_intro', 'landmark'];

/** Writes a sheet of towns on a grid; each third has no landmark. */
export function writeTowns(count: number): string {
  const lines = Array.from({ length: count }, (_, index) => {
    const [lat, lng] = [30 + Math.floor(index / 100) * 0.1, -100 + (index % 100) * 0.1];
    const landmark = index % 3 === 0 ? '' : `${makeText(9000 + index, 3)} park`;
    const intro = makeText(50_000 + index, 45);
    const phone = `(512) 555-${String(index).padStart(4, '0')}`;
    return [
      `Town${index}`,
      'TX',
      `town${index}-tx`,
      phone,
      lat.toFixed(4),
      lng.toFixed(4),
      intro,
      landmark,
    ].join(',');
  });
  return `${[COLUMNS.join(','), ...lines].join('\n')}\n`;
}

const common = (count: number, words = 40) =>
  Array.from({ length: count }, (_, index) => paragraph(`${makeText(100 + index, words)} [geo_city]`));
const variants = (count: number, options = 4) =>
  Array.from({ length: count }, (_, index) => {
    const texts = Array.from(
      { length: options },
      (_unused, option) => `${makeText(1000 + index * 10 + option, 35)} [geo_city]`,
    );
    return paragraph(`[spin]${texts.join(' || ')}[/spin]`);
  });
const NEARBY = paragraph('Nearby: [nearby 5]<a href="[near_url]">[near_city]</a> [/nearby]');

/** Seeds by the quality of their pages. */
export const PAGE_SETS = {
  /** Only names differ. */
  weak: writeSeed({ content: common(12).join('') }),
  /** A local text, and some variants. */
  medium: writeSeed({ content: [...common(8), ...variants(4), paragraph('[local_intro]')].join('') }),
  /** Mostly variants, with a local text, a condition and neighbors. */
  strong: writeSeed({
    content: [
      ...common(2),
      ...variants(10),
      paragraph('[local_intro]'),
      paragraph('[if landmark]We work near [landmark] each week.[else]We work all over [geo_city].[/if]'),
      NEARBY,
    ].join(''),
  }),
} as const;

/** Makes the input of an estimate. */
export function makeInput(seed: string, rows: string, more: Partial<InspectInput> = {}): InspectInput {
  const reader = createTableReader({ file: 'towns.csv' });
  reader.push(new TextEncoder().encode(rows));
  return {
    format: 'wordpress',
    seed: { file: 'seed.xml', bytes: new TextEncoder().encode(seed) },
    table: { file: 'towns.csv', ...reader.end() },
    ...more,
  };
}

/** Estimates to the end. */
export function estimate(input: InspectInput): QualityEstimate | undefined {
  return finish(estimateQuality(input));
}

/** Fills and measures all pages, as a run does. */
export function measureAll(input: InspectInput): RunQuality {
  const sheet = combineInput(input)?.table;
  const { seed } = readSeed(input.seed?.bytes ?? new Uint8Array(), 'seed.xml', input.format);
  const project = seed && prepareFor(seed, sheet, input).project;
  if (!sheet || !project) throw new Error('The input has a fault.');
  const plan = planPages(project);
  const pages = Array.from({ length: plan.pages }, (_, page) => page);
  const filled = fillPages(plan, sheet, pages);
  if (!filled) throw new Error('The audit found other pages.');
  return finish(measureRun(filled.facts, { reader: filled.reader, scratch: createMemoryStore() }));
}
