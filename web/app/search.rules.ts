/** Search box: a case-insensitive substring match over a fixed list of names. */

/** In the order of the specification; names without a screen are left out. */
const SEARCH_NAMES = [
  'Dashboard',
  'Projects',
  'Domains',
  'Tutorials',
  'Resources',
  'Settings',
  'New Project',
  'Change Password',
  'New Tutorial',
  'Agencies',
  'All Users',
] as const;
export type SearchName = (typeof SEARCH_NAMES)[number];

export interface Destination {
  name: SearchName;
  to: string;
}

interface Searchable {
  path: string;
  search?: readonly SearchName[];
}

export function listDestinations(screens: readonly Searchable[]): Destination[] {
  return SEARCH_NAMES.flatMap((name) =>
    screens
      .filter(({ search }) => search?.includes(name))
      .map(({ path }): Destination => ({ name, to: path })),
  );
}

export function findDestinations(list: readonly Destination[], text: string): Destination[] {
  const query = text.trim().toLowerCase();
  return list.filter(({ name }) => name.toLowerCase().includes(query));
}

/** Name of the modifier key on this platform. */
export const MOD_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** Text before the match, the match, and text after it. */
export function splitMatch(name: string, text: string): [string, string, string] {
  const query = text.trim().toLowerCase();
  const from = query === '' ? -1 : name.toLowerCase().indexOf(query);
  if (from < 0) return [name, '', ''];
  const to = from + query.length;
  return [name.slice(0, from), name.slice(from, to), name.slice(to)];
}
