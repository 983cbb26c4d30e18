/**
 * Labels parts that a sample can't render, because only the site itself can: shortcodes, dynamic blocks,
 * HubL, embeds, forms and scripts each become a box with their name.
 */

/** Content of a page by platform. */
export interface Platform {
  /** HubSpot renders `{{ }}` and `{% %}`; elsewhere they are text. */
  isHubl?: boolean;
}

/** Elements whose text isn't markup; brackets in it aren't shortcodes. */
const RAW = /<(script|style|textarea|pre|code)\b/iy;
/** A tag is bounded so that reading stays linear. */
const TAG = /<\/?[a-z](?:"[^"]*"|'[^']*'|[^'"<>]){0,2000}>/iy;
/** Elements that can only be shown as a label. */
const REPLACED = /^<(form|iframe|object|embed|video|audio)\b/i;

/** `[caption id="x"]`, `[/caption]`, `[gallery /]`; `[[name]]` is a literal bracket in WordPress. */
const SHORTCODE = /\[\[?\/?[a-z][\w-]{0,60}(?:[\s/][^[\]<>]{0,1000})?\]\]?/gi;
const HUBL = /\{%[^%{}]{0,2000}%\}|\{\{[^{}]{0,2000}\}\}/g;
/** A comment that ends in `/-->` is a dynamic block, which the server of the site renders. */
const BLOCK_NAME = /^<!--\s*wp:([\w/-]*\w)/;

const box = (label: string) =>
  `<span class="geoloom-box">${label.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</span>`;

export function labelUnrendered(html: string, platform: Platform = {}): string {
  const labelText = platform.isHubl === true ? labelHubl : labelShortcodes;
  let labeled = '';
  let closing: string | undefined;
  for (const { text, isMarkup, last } of readPieces(html)) {
    if (closing !== undefined) {
      if (text.toLowerCase().startsWith(closing)) closing = undefined;
    } else if (isMarkup) {
      const name = REPLACED.exec(text)?.[1]?.toLowerCase();
      labeled += name === undefined ? labelMarkup(text) : box(nameElement(name, text));
      // If an element is never closed, only its tag is replaced.
      if (name !== undefined && last(name)) closing = `</${name}`;
    } else labeled += labelText(text);
  }
  return labeled;
}

interface Piece {
  text: string;
  isMarkup: boolean;
  /** True if an element of this name is closed later. */
  last(name: string): boolean;
}

/** Comments, raw text and tags are markup; everything between them is text. */
function* readPieces(html: string): Generator<Piece> {
  // Letters of other alphabets may become longer in lowercase.
  const lower = html.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const lastClosings = new Map<string, number>();
  const findLast = (name: string) => {
    const known = lastClosings.get(name) ?? lower.lastIndexOf(`</${name}`);
    lastClosings.set(name, known);
    return known;
  };
  let at = 0;
  const piece = (end: number, isMarkup: boolean): Piece => {
    const text = html.slice(at, end);
    at = end;
    return { text, isMarkup, last: (name) => findLast(name) >= end };
  };
  while (at < html.length) {
    const end = findMarkupEnd(html, { at, lower, findLast });
    if (end !== undefined) yield piece(end, true);
    else {
      const next = html.indexOf('<', at + 1);
      yield piece(next === -1 ? html.length : next, false);
    }
  }
}

interface Place {
  at: number;
  lower: string;
  findLast(name: string): number;
}

/** @returns undefined if no markup starts here */
function findMarkupEnd(html: string, { at, lower, findLast }: Place): number | undefined {
  if (html.startsWith('<!--', at)) {
    const end = html.indexOf('-->', at);
    return end === -1 ? html.length : end + 3;
  }
  RAW.lastIndex = at;
  const raw = RAW.exec(html)?.[1]?.toLowerCase();
  if (raw !== undefined && findLast(raw) > at) {
    const end = html.indexOf('>', lower.indexOf(`</${raw}`, at));
    return end === -1 ? html.length : end + 1;
  }
  TAG.lastIndex = at;
  return TAG.test(html) ? TAG.lastIndex : undefined;
}

function labelMarkup(markup: string): string {
  const block = markup.endsWith('/-->') ? BLOCK_NAME.exec(markup)?.[1] : undefined;
  if (block !== undefined) return box(`Block: ${block}`);
  const host = /^<script\b/i.test(markup) ? findHost(markup) : undefined;
  return host === undefined ? markup : box(`Script: ${host}`);
}

function nameElement(name: string, tag: string): string {
  if (name === 'form') return 'Form';
  const host = findHost(tag);
  return host === undefined ? `Embed: ${name}` : `Embed: ${host}`;
}

/** Host that an element embeds. */
function findHost(tag: string): string | undefined {
  const opened = tag.slice(0, tag.indexOf('>') + 1);
  const source = /\s(?:src|data|data-src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(opened);
  const url = source?.[1] ?? source?.[2] ?? source?.[3];
  return url === undefined
    ? undefined
    : URL.parse(url, 'https://this.page/')?.host.replace('this.page', 'this site');
}

function labelShortcodes(text: string): string {
  return text.replaceAll(SHORTCODE, (whole) => {
    if (whole.startsWith('[[') && whole.endsWith(']]')) return whole.slice(1, -1);
    const name = /[a-z][\w-]*/i.exec(whole)?.[0] ?? '';
    return /^\[+\//.test(whole) ? '' : box(name);
  });
}

/** `{% module "form" path="@hubspot/form", label="Contact us" %}` is named by its label; tags without output are removed. */
function labelHubl(text: string): string {
  return text.replaceAll(HUBL, (whole) => {
    const inner = whole.slice(2, -2).replaceAll(/^-|-$/g, '').trim();
    if (whole.startsWith('{{')) return box(`HubL: ${inner}`);
    const [verb = '', name = ''] = inner.split(/\s+/, 2);
    if (!/^(?:module|widget|global|include|form|cta|blog|menu|dnd)/.test(verb)) return '';
    const label = /\blabel\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(inner);
    return box(`HubL module: ${label?.[1] ?? label?.[2] ?? name.replaceAll(/["',]/g, '')}`);
  });
}
