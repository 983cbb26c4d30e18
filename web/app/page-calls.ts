/**
 * First calls of the most used pages, with the same input as in the page. If the URL has settings, such as a
 * filter, only the page knows the input. The inputs are repeated here: importing them from the pages would load the
 * pages' code first. `page-calls.test.tsx` fails if a page sends another input.
 */
import type { Params } from 'react-router';
import { dashboardContract } from '#contract/dashboard.contract.ts';
import { domainsContract } from '#contract/domains.contract.ts';
import { integrationsContract } from '#contract/integrations.contract.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { preload } from '#web/client/preload.ts';
import { readUserData } from '#web/client/session.ts';

const FIRST_PAGE = { page: 1, per_page: 25 };

const PAGE_CALLS: Readonly<Record<string, (params: Params) => void>> = {
  '/dashboard': () => {
    preload(dashboardContract.show);
    preload(projectsContract.list, { query: { per_page: 5 } });
  },
  '/projects': () => preload(projectsContract.list, { query: { ...FIRST_PAGE, sort: '-updated_at' } }),
  '/projects/:id': ({ id = '' }) => {
    if (/^[1-9]\d{0,9}$/.test(id)) preload(projectsContract.show, { params: { id: Number(id) } });
  },
  '/domains': () => preload(domainsContract.list, { query: { ...FIRST_PAGE, sort: 'name' } }),
  '/reporting': () =>
    preload(integrationsContract.stat, { query: { period: '3m', compare: 'previous', dimension: 'date' } }),
};

/** @param path of the screen's row */
export function startPageCalls(path: string, url: string, params: Params): void {
  const role = readUserData()?.role;
  // A superadmin may have to set up the second factor first, until which the server refuses all calls.
  const isHeld = role === undefined || role === 'superadmin';
  if (!isHeld && document.visibilityState === 'visible' && new URL(url).search === '')
    PAGE_CALLS[path]?.(params);
}
