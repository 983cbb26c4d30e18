/** The nearest strong page of each weak one, compared with all pairs. */
import { expect, it } from 'vitest';
import { openTestDatabase, runSql } from '#testkit/test-database.ts';
import { addUser } from '#testkit/users.ts';
import { joinIndexStates } from '../reporting/page-figures.store.ts';
import { listWeakPages } from './weak-pages.store.ts';

interface Page {
  row: number;
  latitude: number | null;
  longitude: number | null;
  score: number;
  indexed: boolean | null;
}

const MAX_MILES = 100;
const EARTH_MILES = 3958.75;

function getMiles(a: Page, b: Page): number {
  const rad = (degrees: number | null) => ((degrees ?? 0) * Math.PI) / 180;
  const [p, q] = [rad(a.latitude), rad(b.latitude)];
  const cos =
    Math.sin(p) * Math.sin(q) + Math.cos(p) * Math.cos(q) * Math.cos(rad(a.longitude) - rad(b.longitude));
  return EARTH_MILES * Math.acos(Math.min(1, cos));
}

/** Compares a weak page with all strong ones. */
function findNearest(page: Page, all: readonly Page[]) {
  const factor = ({ indexed }: Page) => (indexed === null ? 2 : indexed ? 1 : 4);
  return all
    .filter(({ score, latitude }) => score >= 60 && latitude !== null && page.latitude !== null)
    .map((other) => ({ row: other.row, miles: getMiles(page, other), weight: factor(other) }))
    .filter(({ miles }) => miles <= MAX_MILES)
    .toSorted((a, b) => a.miles * a.weight - b.miles * b.weight)[0];
}

/** Pages on a grid with some noise, from Florida to Alaska; some without a place. */
function makePages(count: number): Page[] {
  let state = 7;
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  return Array.from({ length: count }, (_, index) => {
    const isPlaced = next() > 0.05;
    const isNorth = next() > 0.6;
    return {
      row: index + 2,
      latitude: isPlaced ? (isNorth ? 60 + 8 * next() : 25 + 6 * next()) : null,
      longitude: isPlaced ? (isNorth ? -165 + 20 * next() : -87 + 8 * next()) : null,
      score: next() > 0.2 ? 20 : 80,
      indexed: [true, false, null][Math.floor(next() * 3)] ?? null,
    };
  });
}

it('finds the nearest strong page of each weak one that isn’t indexed', async () => {
  const database = await openTestDatabase();
  const { workspaceId } = await addUser(database.db);
  const pages = makePages(600);
  const values = pages.map((page) =>
    [page.row, page.latitude ?? 'null', page.longitude ?? 'null', page.score].join(','),
  );
  for (const statement of [
    `insert into domains (workspace_id, name, project_type, status, created_at, updated_at)
      values (${workspaceId}, 'weak.example', 'WordPress', '1', now(), now())`,
    `insert into uploads (id, workspace_id, kind, name, size, sha256, storage_key, created_at)
      values (gen_random_uuid(), ${workspaceId}, 'seed', 'a', 1, 'a', 'a', now())`,
    `insert into projects (workspace_id, key, title, type, notes, google_spread_sheet, footer_links, keep, seed_id,
        domain_id, created_at, updated_at)
      select ${workspaceId}, gen_random_uuid(), 'a', 'wordpress', '', '', '', '', uploads.id, domains.id, now(), now()
      from domains, uploads`,
    `insert into runs (project_id, kind, state, title, footer_links, keep, seed_id, sheet_id, split, created_at)
      select id, 'save', 'completed', 'a', '', '', seed_id, seed_id, 0, now() from projects`,
    `update projects set current_run_id = (select id from runs)`,
    `insert into run_pages (run_id, sheet_row, address, label, row_key, latitude, longitude, score)
      select runs.id, n, 'https://weak.example/' || n, 'Town ' || n, 'key-' || n, latitude, longitude, score
      from runs, (values (${values.join('),(')})) as page(n, latitude, longitude, score)`,
    ...[true, false].map((indexed) => {
      const rows = pages.flatMap((page) => (page.indexed === indexed ? [page.row] : []));
      return `insert into index_states (domain_id, page_key, url, is_indexed, coverage, inspected_at)
        select domains.id, page_key, address, ${indexed}, '', now() from run_pages, domains
        where sheet_row in (${rows.join()})`;
    }),
  ])
    await runSql(database, statement);
  const [ids] = await runSql<{ run_id: number; domain_id: number }>(
    database,
    'select runs.id as run_id, domain_id from runs join projects on projects.id = project_id',
  );
  if (ids === undefined) throw new Error('The run is missing.');
  const { rows, total } = await listWeakPages(database.db, {
    runIds: [ids.run_id],
    joinStates: joinIndexStates([{ ...ids, weak_below: 60 }]),
    search: undefined,
    sort: 'row',
    limit: 1_000,
    offset: 0,
  });
  const weak = pages.filter(({ score, indexed }) => score < 60 && indexed === false);
  expect(total).toBe(weak.length);
  expect(rows.map((row) => [row.sheet_row, row.target?.row])).toEqual(
    weak.map((page) => [page.row, findNearest(page, pages)?.row]),
  );
  const near = rows.flatMap(({ target }) => (target === null ? [] : [target]));
  expect(near.length).toBeGreaterThan(weak.length / 3);
  expect(near.length).toBeLessThan(weak.length);
  for (const [index, row] of rows.entries()) {
    const miles = findNearest(weak[index] as Page, pages)?.miles;
    if (miles !== undefined) expect(row.target?.miles).toBeCloseTo(miles, 1);
  }
});
