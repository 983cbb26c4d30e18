/** Reads hints to crawlers: X-Robots-Tag and robots meta elements, refreshes, and Link headers. */
import { normalizePercent } from './robots.rules.ts';

/** Crawlers of Google's index; rules for others, such as `bingbot`, are ignored. */
const AGENTS = new Set(['googlebot', '*']);
const MAX_DATE = 60;
/** Directives with a value, which are not the names of crawlers. */
const WITH_VALUE = new Set(['max-snippet', 'max-image-preview', 'max-video-preview', 'unavailable_after']);

/**
 * True for a page that asks not to be indexed: `noindex`, `none`, or `unavailable_after` a past day.
 * @param text one line of the header, or the content of one element; a name before a colon limits the rest to that crawler
 */
export function isNoindex(text: string, now: Date): boolean {
  let isForUs = true;
  let isValue = false;
  for (const { 1: name, 0: word, index } of text
    .toLowerCase()
    .matchAll(/([a-z*][\w*-]*)[ \t]{0,9}:|[^\s,:]+/g)) {
    if (isValue) isValue = false;
    else if (name === 'unavailable_after' && isForUs && isOver(text.slice(index + word.length), now))
      return true;
    else if (name !== undefined && WITH_VALUE.has(name)) isValue = true;
    else if (name !== undefined) isForUs = AGENTS.has(name);
    else if (isForUs && (word === 'noindex' || word === 'none')) return true;
  }
  return false;
}

/** RFC 822 and RFC 850 write a comma after the day of the week. */
function isOver(text: string, now: Date): boolean {
  const [first = '', second = ''] = text.slice(0, MAX_DATE).split(',', 2);
  const time = [first, first + second]
    .map((date) => Date.parse(date.trim()))
    .find((each) => !Number.isNaN(each));
  return time !== undefined && time < now.getTime();
}

/** Targets of `rel="canonical"` in Link headers. */
export function readCanonicalLinks(lines: readonly string[]): string[] {
  return lines
    .flatMap((line) => [...line.matchAll(/<([^<>]*)>((?:[^,"]|"[^"]*")*)/g)])
    .filter(([, , parameters = '']) => {
      const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(parameters);
      return hasToken(rel?.[1] ?? rel?.[2], 'canonical');
    })
    .map(([, target = '']) => target);
}

/** Searches a space-separated list such as `rel`. */
export function hasToken(list: string | undefined, token: string): boolean {
  return list?.toLowerCase().split(/\s+/).includes(token) === true;
}

/**
 * Reads the target of a refresh (HTML Standard, "shared declarative refresh steps").
 * @param text `0; url=/new/`
 * @returns undefined if the page only reloads itself
 */
export function readRefresh(text: string): string | undefined {
  const rest = /^\s*[\d.]+[;,\s]\s*[;,]?\s*(?:url\s*=\s*)?(.*)$/is.exec(text)?.[1];
  const quoted = /^(["'])(.*?)(?:\1|$)/s.exec(rest ?? '')?.[2];
  return (quoted ?? rest)?.trim() || undefined;
}

/** Removes the user name and password of a URL: a site may have them in its links, and no report or log shows them. */
export function stripCredentials(text: string): string {
  const url = URL.parse(text);
  if (url === null) return text.replace(/^(\s*(?:https?:)?[/\\]{2,9})[^/\\?#]*@/i, '$1');
  if (url.username === '' && url.password === '') return text;
  url.username = '';
  url.password = '';
  return url.href;
}

/** The same page with another scheme, or with or without `www.`. */
export function isSamePage(one: string, other: string): boolean {
  return toPageKey(one) === toPageKey(other);
}

/** Equal for URLs of the same page, whatever its scheme, `www.` and last slash are. */
export function toPageKey(url: string): string {
  const [bare = ''] = url.split('#', 1);
  return normalizePercent(bare.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, ''));
}

/** Without fragment and last slash, percent-normalized. */
export function isSameUrl(one: string, other: string): boolean {
  const simplify = (text: string) => normalizePercent(text.replace(/#.*$/s, '').replace(/\/$/, ''));
  return simplify(one) === simplify(other);
}
