/** Crumbs of a path: Dashboard, then one per segment. */

export interface Crumb {
  name: string;
  /** Undefined for the last crumb, which is plain text, unless it is Dashboard itself. */
  to?: string;
}

const DASHBOARD: Crumb = { name: 'Dashboard', to: '/dashboard' };

/** `create-project` becomes `Create Project`; a number stays a number. */
export function capitalize(segment: string): string {
  return segment
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** @param getTitle returns the title of the screen at a path; undefined if the path ends in a parameter */
export function listCrumbs(path: string, getTitle: (path: string) => string | undefined): Crumb[] {
  const segments = path.split('/').filter(Boolean);
  if (segments.length === 1 && segments[0] === 'dashboard') return [DASHBOARD];
  const crumbs = segments.map((segment, index): Crumb => {
    const to = `/${segments.slice(0, index + 1).join('/')}`;
    const name = getTitle(to) ?? capitalize(decode(segment));
    return index === segments.length - 1 ? { name } : { name, to };
  });
  return [DASHBOARD, ...crumbs];
}
