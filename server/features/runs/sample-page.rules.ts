/**
 * The files of sample pages: each as a document of its own for the sandboxed frame, where nothing in it
 * runs, and the source where it is too long for a report, which is read with each look at a project.
 */

/** A sample as the engine makes it. */
interface SamplePage {
  row: number;
  why: 'first' | 'longest' | 'special';
  title: string;
  url: string;
  description: string;
  html: string;
  source: string;
}

const SOURCE_CHARACTERS = 100_000;

const STYLE = [
  'body{margin:0 auto;max-width:72ch;padding:24px;font:16px/1.6 system-ui,sans-serif;color:#0d1c20;background:#fff}',
  'img,video,iframe{max-width:100%;height:auto}',
  'table{border-collapse:collapse}td,th{border:1px solid #ccd5d9;padding:4px 8px}',
  '.geoloom-shortcode{display:inline-block;margin:2px;padding:1px 8px;border:1px dashed #87969c;border-radius:6px;background:#f4f7f8;color:#3f5056;font:12px/20px ui-monospace,monospace}',
].join('');

/** @param index from 0 */
export const nameSample = (index: number): string => `sample-${index + 1}.html`;
export const nameSource = (index: number): string => `sample-${index + 1}-source.txt`;

/** Names and texts of all files of the samples. */
export function* writeSamples(samples: readonly SamplePage[]): Generator<{ name: string; text: string }> {
  for (const [index, sample] of samples.entries()) {
    yield { name: nameSample(index), text: wrapSample(sample) };
    if (isLong(sample)) yield { name: nameSource(index), text: sample.source };
  }
}

/** What the report says of the samples. */
export function describeSamples(samples: readonly SamplePage[]) {
  return samples.map((sample) => {
    const { row, why, title, url: address, description, source } = sample;
    return { row, why, title, address, description, source: isLong(sample) ? null : source };
  });
}

function isLong({ source }: SamplePage): boolean {
  return source.length > SOURCE_CHARACTERS;
}

/** Comments, raw text and tags, whose brackets are no shortcodes; a tag is bounded so that reading stays linear. */
const MARKUP =
  /(<!--[^]*?-->|<(?:script|style|textarea|pre|code)\b[^]*?<\/(?:script|style|textarea|pre|code)>|<(?:"[^"]*"|'[^']*'|[^'"<>]){0,2000}>)/gi;
/** `[caption id="x"]`, `[/caption]`, `[gallery /]`; `[[name]]` is how WordPress writes a literal bracket. */
const SHORTCODE = /\[\[?\/?[a-z][\w-]{0,60}(?:[\s/][^[\]<>]{0,1000})?\]\]?/gi;

/** Shows each shortcode as a box with its name: only the site itself can run it. */
export function labelShortcodes(html: string): string {
  const label = (text: string) =>
    text.replaceAll(SHORTCODE, (whole) => {
      if (whole.startsWith('[[') && whole.endsWith(']]')) return whole.slice(1, -1);
      const name = /[a-z][\w-]*/i.exec(whole)?.[0] ?? '';
      return /^\[+\//.test(whole) ? '' : `<span class="geoloom-shortcode">${name}</span>`;
    });
  return html
    .split(MARKUP)
    .map((piece, index) => (index % 2 === 1 ? piece : label(piece)))
    .join('');
}

/** A whole HTML document; the content is as the page holds it but for shortcodes, the title is escaped. */
function wrapSample({ title, html }: SamplePage): string {
  const safeTitle = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${safeTitle}</title><meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body><h1>${safeTitle}</h1>${labelShortcodes(html)}</body></html>`;
}
