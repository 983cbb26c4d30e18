/** Makes a style sheet independent of its URL: URLs become absolute, imports are removed and listed. */
import { type CSSToken, TokenType, tokenizer } from '@csstools/css-tokenizer';

export interface ImportedSheet {
  href: string;
  media: string;
}

export interface IndependentSheet {
  css: string;
  imports: ImportedSheet[];
}

/** Longer URLs are dropped: a long base URL, repeated in each rule, would fill the memory. */
export const MAX_URL = 2_000;
/** Other requests wait for a slice; 2,000 tokens take about a millisecond. */
const SLICE_TOKENS = 2_000;
const BLANK: ReadonlySet<string> = new Set([TokenType.Whitespace, TokenType.Comment]);
/** Media queries, unlike `layer()` and `supports()`. */
const MEDIA = /^(?!.*\b(?:layer|supports)\b)[\w\s(),:.<>=/-]*$/i;

/** Yields the number of characters written after each slice. @param base URL of the sheet */
export function* rewriteCss(css: string, base: string): Generator<number, IndependentSheet> {
  const reader = tokenizer({ css });
  const imports: ImportedSheet[] = [];
  let text = '';
  let counted = 0;
  let depth = 0;
  let isAddress = false;
  for (let count = 1; !reader.endOfFile(); count += 1) {
    if (count % SLICE_TOKENS === 0) {
      yield text.length - counted;
      counted = text.length;
    }
    const token = reader.nextToken();
    const [type, raw, , , data] = token;
    if (type === TokenType.AtKeyword && data.value.toLowerCase() === 'import') {
      const found = depth === 0 ? readImport(reader, base) : undefined;
      if (found) imports.push(found);
      continue;
    }
    if (type === TokenType.OpenCurly) depth += 1;
    else if (type === TokenType.CloseCurly) depth -= 1;
    text += isAddress || type === TokenType.URL ? writeAddress(token, base) : raw;
    if (!BLANK.has(type)) isAddress = type === TokenType.Function && /^(?:url|src)$/i.test(data.value);
  }
  yield text.length - counted;
  return { css: text, imports };
}

/** The string of a function, or a whole `url()`, with an absolute URL. */
function writeAddress([type, raw, , , data]: CSSToken, base: string): string {
  if (type !== TokenType.URL && type !== TokenType.String) return raw;
  const url = resolveUrl(data.value, base);
  if (url === undefined) return raw;
  return type === TokenType.URL ? `url("${url}")` : `"${url}"`;
}

/** @returns undefined for URLs without a host, such as `data:` and fragments */
function resolveUrl(value: string, base: string): string | undefined {
  if (/^(?:data:|#)/i.test(value.trim())) return undefined;
  const url = URL.parse(value, base);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return url && isWeb && url.href.length <= MAX_URL ? escapeString(url.href) : 'about:blank';
}

function escapeString(text: string): string {
  return text.replaceAll(/["\\\n\r\f]/g, (mark) => encodeURIComponent(mark));
}

/** Reads up to the end of an import; one in a layer or with a condition is dropped. */
function readImport(reader: ReturnType<typeof tokenizer>, base: string): ImportedSheet | undefined {
  let href: string | undefined;
  let media = '';
  while (!reader.endOfFile()) {
    const [type, raw, , , data] = reader.nextToken();
    if (type === TokenType.Semicolon || type === TokenType.OpenCurly || type === TokenType.EOF) break;
    if (href === undefined && (type === TokenType.String || type === TokenType.URL)) href = data.value;
    else if (href !== undefined && type !== TokenType.Comment) media += raw;
  }
  // The bracket that closes `url("…")`.
  const query = media.replace(/^\s*\)/, '').trim();
  const url = href === undefined ? null : URL.parse(href, base);
  return url && url.href.length <= MAX_URL && query.length <= MAX_URL && MEDIA.test(query)
    ? { href: url.href, media: query }
    : undefined;
}
