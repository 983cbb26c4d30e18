/** The crumbs of an address: Dashboard first, then one for each segment of the path. */

export interface Crumb {
  name: string;
  /** The last one leads nowhere, unless it is Dashboard itself. */
  to?: string;
}

const DASHBOARD: Crumb = { name: 'Dashboard', to: '/dashboard' };

/** `create-project` reads `Create Project`; a number stays one. */
function capitalise(segment: string): string {
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

export function listCrumbs(path: string): Crumb[] {
  const segments = path.split('/').filter(Boolean);
  if (segments.length === 1 && segments[0] === 'dashboard') return [DASHBOARD];
  const crumbs = segments.map((segment, index): Crumb => {
    const name = capitalise(decode(segment));
    const isLast = index === segments.length - 1;
    return isLast ? { name } : { name, to: `/${segments.slice(0, index + 1).join('/')}` };
  });
  return [DASHBOARD, ...crumbs];
}
