/** The crumbs of a path: Dashboard first, then one for each segment. */

export interface Crumb {
  name: string;
  /** The last one is plain text, unless it is Dashboard itself. */
  to?: string;
}

const DASHBOARD: Crumb = { name: 'Dashboard', to: '/dashboard' };

/** `create-project` reads `Create Project`; a number stays one. */
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

/** @param getTitle the title of the screen at a path; none where the path ends in a value */
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
