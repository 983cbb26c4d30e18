/**
 * Reads a robots.txt as RFC 9309 and Google's parser do: the longest matching rule decides, and `allow` wins a tie.
 * The packages that we tried fail cases that Google publishes (docs/decisions has the list; robots.rules.test.ts).
 */

/** Our product token. */
const AGENT = 'geoloom';
/** Google ignores the rest of a longer line. */
const MAX_LINE = 8 * 2083 - 1;
/** Prefixes of the names that Google's parser accepts, typing errors included. */
const NAMES = [
  ['user-agent', /^user[- ]?agent/i],
  ['allow', /^allow/i],
  ['sitemap', /^site-?map/i],
  ['disallow', /^(disallow|dissallow|dissalow|disalow|diasllow|disallaw)/i],
] as const;

interface Rule {
  isAllowed: boolean;
  /** Normalized, with `*`, and `$` at the end. */
  pattern: string;
}

export interface Robots {
  /** @param path with its query, as requested */
  isAllowed(path: string): boolean;
  /** Sitemaps that it names, as they are written. */
  sitemaps: readonly string[];
}

export const ALL_ALLOWED: Robots = { isAllowed: () => true, sitemaps: [] };
export const NONE_ALLOWED: Robots = { isAllowed: () => false, sitemaps: [] };

/** Uses the groups for our product token, or else those for all crawlers. */
export function readRobots(text: string): Robots {
  const { groups, sitemaps } = readGroups(text);
  const own = groups.filter(({ agents }) => agents.includes(AGENT));
  const chosen = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'));
  const rules = chosen
    .flatMap((group) => group.rules)
    .toSorted((a, b) => b.pattern.length - a.pattern.length || Number(b.isAllowed) - Number(a.isAllowed));
  return {
    isAllowed: (path) => {
      const normalized = escapeSpecial(normalizePercent(path));
      return rules.find(({ pattern }) => isMatch(pattern, normalized))?.isAllowed ?? true;
    },
    sitemaps,
  };
}

interface Group {
  agents: string[];
  rules: Rule[];
  /** A rule has ended the list of user agents: an empty one does, too. */
  isClosed: boolean;
}

/** A sitemap belongs to no group (sitemaps.org, "Specifying the Sitemap location in your robots.txt file"). */
function readGroups(text: string): { groups: Group[]; sitemaps: string[] } {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  let group: Group | undefined;
  // A byte order mark, or part of one.
  for (const line of text.replace(/^[\uFEFF\uFFFD]+/, '').split(/\r\n|\r|\n/)) {
    const [name, value] = readLine(line.slice(0, MAX_LINE));
    if (name === 'sitemap') sitemaps.push(value);
    else if (name === 'user-agent') {
      if (group === undefined || group.isClosed)
        groups.push((group = { agents: [], rules: [], isClosed: false }));
      group.agents.push(readAgent(value));
    } else if (name !== undefined && group !== undefined) {
      group.isClosed = true;
      group.rules.push(...readRules(name === 'allow', value));
    }
  }
  return { groups, sitemaps };
}

type Name = (typeof NAMES)[number][0];

/** Other lines neither open nor close a group. */
function readLine(line: string): [name: Name | undefined, value: string] {
  const [bare = ''] = line.split('#', 1);
  const colon = bare.indexOf(':');
  const words = bare.trim().split(/[ \t]+/);
  // Google accepts a missing colon if that leaves exactly two words.
  if (colon < 0 && words.length !== 2) return [undefined, ''];
  const [name = '', value = ''] = colon < 0 ? words : [bare.slice(0, colon), bare.slice(colon + 1)];
  return [NAMES.find(([, pattern]) => pattern.test(name.trim()))?.[0], value.trim()];
}

/** `Geoloom/1.0 (bot)` is `geoloom`. */
function readAgent(value: string): string {
  return /^\*(?=\s|$)|^[a-z_-]*/i.exec(value)?.[0].toLowerCase() ?? '';
}

function readRules(isAllowed: boolean, value: string): Rule[] {
  if (value === '') return [];
  const pattern = normalizePattern(value);
  const folder = isAllowed ? /^(.*\/)index\.htm[^/]*$/s.exec(pattern)?.[1] : undefined;
  // Google: a rule that allows the index page allows its folder.
  return [{ isAllowed, pattern }, ...(folder === undefined ? [] : [{ isAllowed, pattern: `${folder}$` }])];
}

/**
 * RFC 9309, 2.2.2: what must be percent-encoded is, what need not be is not, and digits are upper case. Equal results
 * mean equal URLs.
 */
export function normalizePercent(text: string): string {
  return encodeURI(text.toWellFormed())
    .replaceAll('%25', '%')
    .replaceAll(/%[0-9a-f]{2}/gi, (code) => {
      const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : code.toUpperCase();
    });
}

/** RFC 9309, 2.2.3: `%2A` and `%24` in a rule are literal characters, so a path is escaped in the same way. */
function escapeSpecial(text: string): string {
  return text.replaceAll('*', '%2A').replaceAll('$', '%24');
}

function normalizePattern(value: string): string {
  return normalizePercent(value).replaceAll(/\$(?!$)/g, '%24');
}

/** Matches part by part, each at its first position: linear for any number of stars. */
function isMatch(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const parts = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  const [first = '', ...others] = parts;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  const last = others.at(-1);
  for (const part of isWhole ? others.slice(0, -1) : others) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (!isWhole) return true;
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last);
}
