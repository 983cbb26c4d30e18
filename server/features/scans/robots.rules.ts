/** What a robots.txt allows us, as RFC 9309 reads it: the longest rule that fits decides, and of two equal ones `allow`. */

/** As we name ourselves to sites. */
const AGENT = 'geoloom';
/** RFC 9309, 2.5: a reader takes at least so many bytes. */
export const ROBOTS_BYTES = 500 * 1024;
const RULES_MOST = 5_000;

interface Rule {
  isAllowed: boolean;
  /** With `*`, and `$` at the end. */
  pattern: string;
}

export interface Robots {
  /** @param path with its query, as it is asked for */
  isAllowed(path: string): boolean;
}

export const ALL_ALLOWED: Robots = { isAllowed: () => true };
export const NONE_ALLOWED: Robots = { isAllowed: () => false };

/** Reads the group of our own name, or that of everybody. */
export function readRobots(text: string): Robots {
  const groups = readGroups(text);
  const own = groups.filter(({ agents }) => agents.includes(AGENT));
  const chosen = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'));
  const rules = chosen
    .flatMap((group) => group.rules)
    .slice(0, RULES_MOST)
    .toSorted((a, b) => b.pattern.length - a.pattern.length || Number(b.isAllowed) - Number(a.isAllowed));
  return {
    isAllowed: (path) => rules.find(({ pattern }) => isMatch(pattern, path))?.isAllowed ?? true,
  };
}

interface Group {
  agents: string[];
  rules: Rule[];
}

function readGroups(text: string): Group[] {
  const groups: Group[] = [];
  let group: Group | undefined;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [bare = ''] = line.split('#', 1);
    const at = bare.indexOf(':');
    if (at < 0) continue;
    const name = bare.slice(0, at).trim().toLowerCase();
    const value = bare.slice(at + 1).trim();
    if (name === 'user-agent') {
      // Names that follow each other share the rules below them.
      if (group === undefined || group.rules.length > 0) groups.push((group = { agents: [], rules: [] }));
      group.agents.push(value.toLowerCase().replace(/\/.*$/, ''));
    } else if ((name === 'allow' || name === 'disallow') && value !== '') {
      group?.rules.push({ isAllowed: name === 'allow', pattern: value });
    }
  }
  return groups;
}

/** Piece by piece, each at its first place: linear, however many stars there are. */
function isMatch(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const pieces = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  const [first = '', ...others] = pieces;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  const last = others.at(-1);
  for (const piece of isWhole ? others.slice(0, -1) : others) {
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  if (!isWhole) return true;
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last);
}
