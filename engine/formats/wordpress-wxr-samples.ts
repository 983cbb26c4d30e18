/**
 * Sample pages as a person looks at them: what the importer would make of each item, decoded, beside
 * the item's own XML. They are read back from the bytes that a build writes, not made a second time.
 */
import { buildParts } from '../fill/build.ts';
import type { FormedLink } from '../fill/footer.ts';
import type { SamplePlan, SampleReason } from '../fill/samples.ts';
import { decodeHtmlText } from '../text/html-reference.ts';
import { readSeed } from '../seed/read-seed.ts';
import type { Seed, SeedItem } from '../seed/seed.ts';
import { childOf } from '../text/xml-outline.ts';
import { layoutParts } from '../split/layout.ts';
import { readField } from './wordpress-wxr-read.ts';

/** One page of a sample plan. */
export interface SamplePage {
  /** Row of the sheet: the header is row 1. */
  row: number;
  why: SampleReason;
  /** As a browser shows it: WordPress keeps titles as HTML. */
  title: string;
  /** Address of the page. */
  url: string;
  slug: string;
  /** The description for search engines where the seed's plugin has one, else empty. */
  description: string;
  /** The content as the importer stores it: markup of a seed, not to be trusted. */
  html: string;
  /** XML of the whole item. */
  source: string;
}

/** Where plugins for search engines keep the description; their own documentation names these metas. */
const DESCRIPTION_METAS = new Set([
  '_yoast_wpseo_metadesc',
  'rank_math_description',
  '_aioseo_description',
  '_aioseop_description',
  '_seopress_titles_desc',
  '_genesis_description',
  '_su_description',
]);

/** A page in a file of its own, so that no file is larger than a seed may be, and its link. */
interface BuiltPage {
  text: string;
  link: FormedLink | undefined;
}

/** Without the records that go along. */
function buildPages(plan: SamplePlan): BuiltPage[] {
  const layout = layoutParts(plan, { name: 'sample', split: { bytes: Number.POSITIVE_INFINITY, pages: 1 } });
  const parts = layout.parts.map((part) => ({ ...part, frame: { ...part.frame, statics: [] } }));
  const decoder = new TextDecoder();
  const pages: BuiltPage[] = parts.map(() => ({ text: '', link: undefined }));
  let at = 0;
  for (const event of buildParts({ ...layout, parts })) {
    const page = pages[at];
    if (!page) break;
    if (event.type === 'bytes') page.text += decoder.decode(event.bytes, { stream: true });
    else if (event.type === 'link') page.link = event;
    else if (event.type === 'file-end') at += 1;
  }
  return pages;
}

function contentOf(seed: Seed, item: SeedItem): string {
  const element = childOf(item.element, 'content:encoded');
  return element ? readField(seed.text, element).text : '';
}

function descriptionOf({ metas }: SeedItem): string {
  const found = metas.find(({ key, value }) => DESCRIPTION_METAS.has(key.text) && value.text.trim() !== '');
  return found?.value.text ?? '';
}

function readPage({ text, link }: BuiltPage): Omit<SamplePage, 'why'> {
  const { seed } = readSeed(new TextEncoder().encode(text), 'sample.xml');
  const item = seed?.items[0];
  const place = { row: link?.row ?? 0, url: link?.url ?? '' };
  // a page beyond what is read at all is shown as it is
  if (!seed || !item) return { ...place, title: '', slug: '', description: '', html: '', source: text };
  return {
    ...place,
    title: decodeHtmlText(item.title).text,
    slug: item.fields.get('wp:post_name')?.text.trim() ?? '',
    description: descriptionOf(item),
    html: contentOf(seed, item),
    source: seed.text.slice(item.element.start, item.element.end),
  };
}

/**
 * Reads the pages of a sample plan for display.
 * @returns one entry a page, in the order of the rows
 */
export function readSamples(plan: SamplePlan): SamplePage[] {
  return buildPages(plan).map((page, index) => ({ ...readPage(page), why: plan.reasons[index] ?? 'first' }));
}
