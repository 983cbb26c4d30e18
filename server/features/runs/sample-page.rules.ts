/**
 * Writes the files of sample pages: each as a document for a sandboxed frame, and its source if that is too long for the
 * report, which is read each time a project is opened.
 */
import { labelUnrendered, type Platform } from './unrendered.rules.ts';

/** A sample from the engine. */
interface SamplePage {
  row: number;
  why: 'first' | 'longest' | 'special';
  title: string;
  url: string;
  description: string;
  html: string;
  source: string;
  /** As the SEO plugin of the site would produce it. */
  snippet?: { title: string; description: string; url: string };
  /** Parts of the page that only its platform renders. */
  limits: string;
}

const SOURCE_CHARACTERS = 100_000;

const STYLE = [
  'body{margin:0 auto;max-width:72ch;padding:24px;font:16px/1.6 system-ui,sans-serif;color:#0d1c20;background:#fff}',
  'img,video,iframe{max-width:100%;height:auto}',
  'table{border-collapse:collapse}td,th{border:1px solid #ccd5d9;padding:4px 8px}',
].join('');
/** Looks the same in the styles of any site; `geoloom-shortcode` is in older samples. */
export const BOX_STYLE =
  '.geoloom-box,.geoloom-shortcode{all:initial;display:inline-block;margin:2px;padding:1px 8px;border:1px dashed #87969c;border-radius:6px;background:#f4f7f8;color:#3f5056;font:12px/20px ui-monospace,monospace}';

/** @param index from 0 */
export const nameSample = (index: number): string => `sample-${index + 1}.html`;
export const nameSource = (index: number): string => `sample-${index + 1}-source.txt`;

/** Names and texts of all files of the samples. */
export function* writeSamples(
  samples: readonly SamplePage[],
  platform: Platform,
): Generator<{ name: string; text: string }> {
  for (const [index, sample] of samples.entries()) {
    yield { name: nameSample(index), text: wrapSample(sample, platform) };
    if (isLong(sample)) yield { name: nameSource(index), text: sample.source };
  }
}

/** Describes the samples for the report. */
export function describeSamples(samples: readonly SamplePage[]) {
  return samples.map((sample) => {
    const { row, why, title, url: address, description, snippet = null, limits, source } = sample;
    return { row, why, title, address, description, snippet, limits, source: isLong(sample) ? null : source };
  });
}

function isLong({ source }: SamplePage): boolean {
  return source.length > SOURCE_CHARACTERS;
}

const HEAD = '<!doctype html><html lang="en"><head>';
const BODY = '</head><body><h1>';
const END = '</body></html>';

/**
 * Creates a complete HTML document: the content of the page, with boxes for what can't be rendered, and an
 * escaped title.
 */
function wrapSample({ title, html, url }: SamplePage, platform: Platform): string {
  const base = URL.parse(url)?.protocol === 'https:' ? `<base href="${escapeText(url)}">` : '';
  const head = `<meta charset="utf-8"><title>${escapeText(title)}</title>${base}<meta name="viewport" content="width=device-width">`;
  const content = labelUnrendered(html, platform);
  return `${HEAD}${head}<style>${STYLE}${BOX_STYLE}</style>${BODY}${escapeText(title)}</h1>${content}${END}`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** Splits a document of `wrapSample`; the head is without its style. */
export function readSample(document: string): { head: string; title: string; content: string } {
  const body = document.indexOf(BODY);
  const titleEnd = document.indexOf('</h1>', body);
  return {
    head: document.slice(HEAD.length, document.indexOf('<style>')),
    title: document.slice(body + BODY.length, titleEnd),
    content: document.slice(titleEnd + '</h1>'.length, -END.length),
  };
}
