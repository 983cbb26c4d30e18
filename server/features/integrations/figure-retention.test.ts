/** Search figures older than 36 months are stored by month, and reports stay the same. */
import { expect, it, onTestFinished } from 'vitest';
import { skipJobWaits } from '#testkit/queue-time.ts';
import { type Stage, useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';

const start = useTestApp();

/** First day with figures, first day that is stored by day, and last day: 41 months. */
const [FIRST, BOUNDARY, UNTIL] = ['2023-03-15', '2023-08-01', '2026-08-17'];

/** Adds a domain with figures of four names per day and dimension. @returns its id */
async function addDomain({ database, user }: Stage, name: string): Promise<number> {
  const [{ id } = { id: 0 }] = await runSql<{ id: number }>(
    database,
    `insert into domains (workspace_id, name, project_type, status, created_at, updated_at)
      values (${user.workspaceId}, '${name}', 'WordPress', '1', now(), now()) returning id`,
  );
  await runSql(
    database,
    `insert into search_names (domain_id, dimension, name)
      select ${id}, dimension, 'https://${name}/' || n from generate_series(1, 4) as dimension, generate_series(1, 4) as n`,
  );
  await runSql(
    database,
    `insert into search_figures (domain_id, dimension, day, name_number, clicks, impressions, position_sum)
      select ${id}, dimension, day::date, id, extract(doy from day)::int % 7, 9, id + 0.5
      from search_names, generate_series('${FIRST}'::date, '${UNTIL}', '1 day') as day where domain_id = ${id}`,
  );
  // More than one batch.
  await runSql(
    database,
    `insert into search_figures (domain_id, dimension, day, name_number, clicks, impressions, position_sum)
      select ${id}, 1, '2023-06-10', -n, 1, 1, 1 from generate_series(1, 2500) as n`,
  );
  await runSql(
    database,
    `insert into search_days (domain_id, day, clicks, impressions, position_sum, fetched_at)
      select ${id}, day, 30, 50, 70.5, now() from generate_series('${FIRST}'::date, '${UNTIL}', '1 day') as day`,
  );
  return id;
}

/** Sums by name and month, whether stored by day or by month; totals over all names have dimension 0. */
const readMonths = ({ database }: Stage, id: number) =>
  runSql(
    database,
    `select dimension, month::date::text, name_number, sum(clicks)::int as clicks, sum(impressions)::int as impressions,
      sum(position_sum) as place
    from (
      select dimension, date_trunc('month', day) as month, name_number, clicks, impressions, position_sum
        from search_figures where domain_id = ${id}
      union all
      select 0, date_trunc('month', day), 0, clicks, impressions, position_sum from search_days where domain_id = ${id}
      union all
      select dimension, month, name_number, clicks, impressions, position_sum from search_months where domain_id = ${id}
    ) as figures group by 1, 2, 3 order by 1, 2, 3`,
  );

const readOldest = async ({ database }: Stage, id: number) => {
  const [row] = await runSql<{ days: string; figures: string }>(
    database,
    `select (select min(day)::text from search_days where domain_id = ${id}) as days,
      (select min(day)::text from search_figures where domain_id = ${id}) as figures`,
  );
  return row;
};

async function readReports({ app, user }: Stage, id: number) {
  const reports: unknown[] = [];
  for (const dimension of ['date', 'query', 'page', 'country', 'device'])
    for (const compare of ['previous', 'year']) {
      const query = `domain_id=${id}&period=16m&compare=${compare}&dimension=${dimension}&per_page=100`;
      const url = `/api/v1/integrations/gsc-stat?${query}`;
      const reply = await app.inject({ url, headers: user.headers });
      expect(reply.statusCode, reply.body).toBe(200);
      reports.push(reply.json().data);
    }
  return reports;
}

it('turns days older than 36 months into months without changing reports or sums', async () => {
  const stage = await start();
  const id = await addDomain(stage, 'www.example.com');
  const [reports, months] = [await readReports(stage, id), await readMonths(stage, id)];
  await skipJobWaits(stage.database);
  const pruned = { days: BOUNDARY, figures: BOUNDARY };
  await expect.poll(() => readOldest(stage, id), { timeout: 30_000 }).toEqual(pruned);
  expect(await readMonths(stage, id)).toEqual(months);
  expect(await readReports(stage, id)).toEqual(reports);
  expect(months.length).toBeGreaterThan(41 * 16);
});

it('continues after an interruption without counting twice or touching other domains', async () => {
  const stage = await start();
  const { database, log } = stage;
  const [bad, good] = [await addDomain(stage, 'bad.example'), await addDomain(stage, 'good.example')];
  const months = await readMonths(stage, bad);
  await runSql(
    database,
    `create function refuse_for_test() returns trigger language plpgsql as $$ begin
      if old.domain_id = ${bad} and old.dimension = 3 and old.day >= '2023-05-01' then raise exception 'refused'; end if;
      return old; end $$`,
  );
  await runSql(
    database,
    `create trigger refuse_for_test before delete on search_figures for each row execute function refuse_for_test()`,
  );
  let isRefused = true;
  const lift = async () => {
    if (isRefused) await runSql(database, 'drop function refuse_for_test cascade');
    isRefused = false;
  };
  onTestFinished(lift);
  const pruned = { days: BOUNDARY, figures: BOUNDARY };
  await skipJobWaits(database);
  await expect.poll(() => readOldest(stage, good), { timeout: 30_000 }).toEqual(pruned);
  expect(await readOldest(stage, bad)).toEqual({ days: '2023-05-01', figures: '2023-05-01' });
  expect(log.map(({ msg }) => msg)).toContain(
    `Failed to prune the search figures of domain ${bad}; retrying in an hour`,
  );
  await lift();
  await skipJobWaits(database);
  await expect.poll(() => readOldest(stage, bad), { timeout: 30_000 }).toEqual(pruned);
  expect(await readMonths(stage, bad)).toEqual(months);
});
