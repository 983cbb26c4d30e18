/** Pages of a domain, or of one project. */
export interface PagesScope {
  domain_id?: number;
  project_id?: number;
}

/** Writes the scope as fixed values of a list's query. */
export const toListQuery = (scope: PagesScope): Record<string, string> =>
  Object.fromEntries(Object.entries(scope).map(([name, id]) => [name, String(id)]));
