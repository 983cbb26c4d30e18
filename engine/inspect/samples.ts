/**
 * Sample pages for display: each record decoded as the importer would read it, next to the record itself.
 * They are read back from the bytes that a build writes, not rendered a second time.
 */
import { buildParts } from '../render/build.ts';
import type { FormedLink } from '../render/footer.ts';
import { layoutParts } from '../render/layout.ts';
import type { SamplePlan, SampleReason } from '../render/samples.ts';
import type { Platform, SampleView } from '../platforms/platform.ts';
import type { SnippetTexts } from '../platforms/platform.ts';
import { readFile } from '../platforms/read-seed.ts';
import { getPlatform } from '../platforms/registry.ts';
import { decodeHtmlText } from '../text/html-reference.ts';

/** One page of a sample plan. */
export interface SamplePage extends Omit<SampleView, 'snippet'> {
  /** Row of the sheet: the header is row 1. */
  row: number;
  why: SampleReason;
  /** URL of the page. */
  url: string;
  platform: string;
  snippet: SnippetTexts & { url: string };
  /** Parts of the page that the preview can’t show, because only the platform has them. */
  limits: string;
}

/** A page in its own file, so that no file exceeds the size limit of a seed, and its link. */
interface BuiltPage {
  text: string;
  link: FormedLink | undefined;
}

/** Builds the pages without static records and parents. */
function buildPages(plan: SamplePlan): BuiltPage[] {
  const layout = layoutParts(plan, { name: 'sample', split: { bytes: Number.POSITIVE_INFINITY, pages: 1 } });
  const parts = layout.parts.map((part) => ({
    ...part,
    repeated: [],
    frame: { ...part.frame, statics: [] },
  }));
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

function readPage({ text, link }: BuiltPage, platform: Platform): Omit<SamplePage, 'why'> {
  const { file } = readFile(new TextEncoder().encode(text), `sample.${platform.extension}`, platform);
  const place = { row: link?.row ?? 0, url: link?.url ?? '' };
  // a page larger than the reader’s limit is shown as text
  const unread = {
    title: '',
    slug: '',
    description: '',
    html: '',
    source: text,
    site: '',
    snippet: { title: '', description: '' },
  };
  const { snippet, ...view } = (file && platform.readSample(file)) ?? unread;
  const facts = { platform: platform.id, limits: platform.previewLimits };
  const title = decodeHtmlText(view.title).text;
  return { ...place, ...view, ...facts, title, snippet: { ...snippet, url: place.url } };
}

/**
 * Reads the pages of a sample plan for display.
 * @returns one entry a sample, in the order of the pages
 */
export function readSamples(plan: SamplePlan): SamplePage[] {
  const platform = getPlatform(plan.project.template.format);
  return buildPages(plan).flatMap((page, index) => {
    const why = plan.reasons[index];
    return why ? [{ ...readPage(page, platform), why }] : [];
  });
}
