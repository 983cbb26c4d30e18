/** A page as an audit reads it from a file: the texts that a visitor and a search engine read, without identities. */

export interface AuditedPage {
  /** Last segment of the URL; empty if the file has none. */
  slug: string;
  /** As the file has it: absolute, a path, or only the slug. */
  url: string;
  /** HTML, as all texts. */
  title: string;
  /** Texts that the page shows below its title, in their order. */
  texts: readonly string[];
  /** Title for search engines; undefined if the site makes it. */
  searchTitle: string | undefined;
  /** Meta description; undefined if the site makes it. */
  description: string | undefined;
  /** Canonical URL; empty without one. */
  canonical: string;
  isNoindex: boolean;
}

/** Removes query and fragment. */
export function cutQuery(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}

/** Makes the slug by which the row of a page is found: the end of its URL. */
export function toPageSlug(url: string): string {
  return (
    cutQuery(url)
      .split('/')
      .findLast((each) => each !== '') ?? ''
  );
}

export type OnPage = (page: AuditedPage) => void;

/** Keys of builder data and columns that hold settings. */
const SETTING =
  /css|class|style|colou?r|font|typography|animation|size|icon|selector|hover|attribute|(?:^|_)id$|^_|uuid|langcode|format|status|hash|token/i;
/** Keys whose values are shown even if they are one word. */
const SHOWN = /title|text|heading|name|label|caption|headline|city|town/i;
/** URLs, paths, files, dates, colors, code and serialized data. */
const MACHINE_TEXT =
  /^\s*(?:(?:[a-z][a-z\d+.-]*:)+\/\/|\/\S*$|[{[]|#[\da-f]{3,8}$|\d{4}-\d\d-\d\d|[aOsbid]:\d|<\?)/i;
const SERIALIZED_TEXT = /s:\d+:"([\s\S]*?)";(?=[sibdaON}])/g;

/** True if the text of a field or setting is shown to visitors. */
function isShown(key: string, text: string): boolean {
  if (!/\p{L}/u.test(text) || SETTING.test(key) || MACHINE_TEXT.test(text)) return false;
  return /[\s<]/.test(text.trim()) || !/^[\x20-\x7f]*$/.test(text) || SHOWN.test(key);
}

function* walk(key: string, value: unknown): Generator<string> {
  if (typeof value === 'string') {
    if (key === 'url' && value !== '') yield `<a href="${value.replaceAll('"', '&quot;')}"></a>`;
    else if (isShown(key, value)) yield value;
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const inner of value) yield* walk(key, inner);
    return;
  }
  const isMainHeading = 'header_size' in value && value.header_size === 'h1';
  for (const [name, inner] of Object.entries(value)) {
    if (isMainHeading && name === 'title' && typeof inner === 'string') yield `<h1>${inner}</h1>`;
    else yield* walk(name, inner);
  }
}

/** Lists the texts that visitors see of a builder's data, which is JSON or serialized by PHP. */
export function readBuilderTexts(data: string): string[] {
  if (/^\s*[[{]/.test(data)) {
    try {
      return [...walk('', JSON.parse(data))];
    } catch {
      return [];
    }
  }
  return Array.from(data.matchAll(SERIALIZED_TEXT), ([, text = '']) => text).filter((text) =>
    isShown('', text),
  );
}

/** Lists the shown texts of a field: its own, or those of builder data in it. */
export function readFieldTexts(key: string, text: string): string[] {
  if (/^\s*(?:\{\s*"|\[\s*\{|a:\d+:\{)/.test(text)) return readBuilderTexts(text);
  return isShown(key, text) ? [text] : [];
}
