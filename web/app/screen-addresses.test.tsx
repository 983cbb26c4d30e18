/** Screens ignore unknown filters, sort orders, pages and searches in the URL. */
import { beforeEach, expect, test, vi } from 'vitest';
import { allEndpoints } from '#contract/endpoints.ts';
import { installBrowserParts } from '#web/features/projects/form/form-fixture.tsx';
import { openPage } from '#web/features/projects/shared/page-fixture.tsx';
import { pass } from '#testkit/web-clock.ts';
import { SCREENS } from './screens.ts';

const queryNames = [...new Set(allEndpoints.flatMap(({ query }) => Object.keys(query?.shape ?? {})))];
const UNKNOWN = new URLSearchParams(queryNames.map((name) => [name, 'bogus,none']));
UNKNOWN.set('search', 'x'.repeat(5000));
UNKNOWN.set('page', '0');

const rows = SCREENS.filter(({ isPublic, path }) => isPublic === undefined && !path.includes(':')).filter(
  ({ page }, index, all) => all.findIndex((other) => other.page === page) === index,
);

function findFaults(path: string): string[] {
  const [address = '', query = ''] = path.split('?');
  const endpoint = allEndpoints.find(
    (each) => each.method === 'GET' && matches(each.path, `/api/v1/${address}`) && each.query !== undefined,
  );
  const result = endpoint?.query?.safeParse(Object.fromEntries(new URLSearchParams(query)));
  return (result?.error?.issues ?? []).map((issue) => `${path}: ${issue.path.join('.')} ${issue.message}`);
}

const matches = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);

beforeEach(() => installBrowserParts());

const requested = new Set<string>();

test.each(rows.map((row) => [row.path, row] as const))(
  '%s requests only what the server accepts',
  async (path, row) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const Component = typeof row.page === 'function' ? row.page : await row.page.load();
    const page = openPage(
      Component,
      { path, at: `${path}?${UNKNOWN}`, role: 'admin' },
      () => new Promise(() => {}),
    );
    await pass(0);
    expect(page.sent.flatMap((call) => findFaults(call.path))).toEqual([]);
    for (const call of page.sent.filter(({ method }) => method === 'GET'))
      requested.add(call.path.split('?')[0] ?? '');
  },
);

test('the lists of all screens were requested', () => {
  expect([...requested]).toEqual(
    expect.arrayContaining([
      'projects',
      'domains',
      'tutorials',
      'agencies',
      'users',
      'audit',
      'notifications',
      'stripe/all-subscriptions',
    ]),
  );
});
