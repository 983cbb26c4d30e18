/** Reads a page of a client's site for its styles: style sheets in their order, and the elements around the content. */
import { readTags, type TagEvents } from './html-tags.rules.ts';
import { MAX_URL } from './site-css.rules.ts';

/** Attributes that style rules refer to. */
export interface StyledElement {
  tag: string;
  attributes: Record<string, string>;
}

/** A style sheet of the page: linked by its URL, or inline. */
export interface NamedSheet {
  href?: string;
  css?: string;
  media: string;
}

export interface SitePage {
  html: StyledElement;
  body: StyledElement;
  /** Elements around the content, outermost first; the last is its container. */
  wrappers: StyledElement[];
  sheets: NamedSheet[];
  /** Base of the page's relative URLs. */
  base: string;
}

const STYLED = ['id', 'class', 'lang', 'dir', 'style', 'data-elementor-type', 'data-theme'] as const;
const CONTAINERS: ReadonlySet<string> = new Set(['main', 'article', 'section', 'div']);
const MAX_WRAPPERS = 40;
const MAX_ATTRIBUTE = 1_000;

/** Containers of the content in the themes and templates of the platforms. */
const CONTENT_CLASS =
  /(?:^|\s)(?:entry-content|wp-block-post-content|post-content|page-content|blog-post__body|post-body|hs_cos_wrapper_type_rich_text|field--name-body|node__content)(?:\s|$)/;

/** Yields after each slice, so that a large page doesn't block other requests. @param url of the page */
export function* readSitePage(html: string, url: string): Generator<void, SitePage> {
  const page: SitePage = {
    html: { tag: 'html', attributes: {} },
    body: { tag: 'body', attributes: {} },
    wrappers: [],
    sheets: [],
    base: url,
  };
  yield* readTags(html, createReader(page, url));
  return page;
}

function createReader(page: SitePage, url: string): TagEvents {
  const content = findContent(page);
  let style: NamedSheet | undefined;
  let hasBase = false;
  return {
    withAttributes: new Set(['html', 'body', 'link', 'style', 'base', ...CONTAINERS]),
    onOpen(name, attributes, isSelfClosing) {
      if (name === 'html' || name === 'body') page[name].attributes = pickStyled(attributes);
      else if (name === 'base' && !hasBase && attributes.has('href')) {
        hasBase = true;
        const base = URL.parse(attributes.get('href') ?? '', url)?.href ?? url;
        if (base.length <= MAX_URL) page.base = base;
      } else if (name === 'link') addLinked(page, attributes);
      else if (name === 'style') {
        style = { css: '', media: attributes.get('media') ?? '' };
        page.sheets.push(style);
      } else if (CONTAINERS.has(name) && !isSelfClosing) content.open(name, attributes);
    },
    onText(text) {
      if (style) style.css += text;
    },
    onClose(name) {
      if (name === 'style') style = undefined;
      content.close(name);
    },
  };
}

function addLinked({ sheets }: SitePage, attributes: ReadonlyMap<string, string>): void {
  const rel = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/);
  const href = attributes.get('href');
  if (
    !href ||
    href.length > MAX_URL ||
    !rel.includes('stylesheet') ||
    rel.includes('alternate') ||
    attributes.has('disabled')
  )
    return;
  // A common way to load a sheet later: it is for print until a script changes that.
  const isLate = attributes.has('onload');
  sheets.push({ href, media: isLate ? '' : (attributes.get('media') ?? '') });
}

/** Follows the containers that are open until the first one of the content is found. */
function findContent(page: SitePage) {
  const open: StyledElement[] = [];
  const counts = new Map<string, number>();
  let isFound = false;
  const count = (name: string, change: number) => counts.set(name, (counts.get(name) ?? 0) + change);
  return {
    open(tag: string, attributes: ReadonlyMap<string, string>) {
      if (isFound) return;
      open.push({ tag, attributes: pickStyled(attributes) });
      count(tag, 1);
      if (!CONTENT_CLASS.test(attributes.get('class') ?? '') || open.length > MAX_WRAPPERS) return;
      isFound = true;
      page.wrappers = [...open];
    },
    close(name: string) {
      if (isFound || !counts.get(name)) return;
      let closed: StyledElement | undefined;
      do {
        closed = open.pop();
        if (closed) count(closed.tag, -1);
      } while (closed && closed.tag !== name);
    },
  };
}

function pickStyled(attributes: ReadonlyMap<string, string>): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of STYLED) {
    const value = attributes.get(name);
    if (value !== undefined && value.length <= MAX_ATTRIBUTE) picked[name] = value;
  }
  return picked;
}
