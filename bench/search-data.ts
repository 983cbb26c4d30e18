/** Fills an empty PostgreSQL with a workspace of many sites, each with figures and the pages of a run. */
import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';

const DAYS = 486;
/** The last day with figures. */
export const UNTIL = '2026-11-20';
/** Queries of a site, and how many of them have figures on a day: 500 rows in all. */
const NAMES = [
  { dimension: 1, names: 2_000, rows: 300 },
  { dimension: 2, names: 500, rows: 177 },
  { dimension: 3, names: 40, rows: 20 },
  { dimension: 4, names: 3, rows: 3 },
] as const;
const PAGES = 500;
/** Pages that Google has indexed; the others have no impressions. */
const INDEXED = 400;
/** Towns of the pages of all sites. */
const TOWNS = 30_000;
const CONCURRENCY = 2;

/** Fills the tables without WAL and index, which takes minutes instead of hours, and restores the index at the end. */
export async function fillSearchData(db: Db, sites: number): Promise<void> {
  const workspaceId = await addWorkspace(db);
  await sql`alter table search_figures set unlogged`.execute(db);
  // Concurrent readers would block the creation of the index.
  await sql`alter table search_figures set (autovacuum_enabled = off)`.execute(db);
  await sql`alter table search_figures drop constraint search_figures_pkey`.execute(db);
  // Sequentially, so that the queries of a site have consecutive ids.
  const ids: number[] = [];
  for (let index = 0; index < sites; index += 1) ids.push(await addSite(db, workspaceId, index));
  const [first = 0, ...others] = ids;
  for (const each of NAMES) await addFigures(db, { id: first, ...each });
  await sql`create unlogged table first_figures as table search_figures`.execute(db);
  const copyOthers = async () => {
    for (let id = others.shift(); id !== undefined; id = others.shift()) {
      await copyFigures(db, first, id);
      if (others.length % 10 === 0) console.log(`${sites - others.length} of ${sites} sites`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, copyOthers));
  await sql`drop table first_figures`.execute(db);
  await sql`alter table search_figures add primary key (domain_id, dimension, day, name_number)`.execute(db);
  await sql`alter table search_figures reset (autovacuum_enabled)`.execute(db);
  await sql`vacuum analyze search_figures, search_names, search_days, run_pages, projects`.execute(db);
}

async function addWorkspace(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`with person as (
      insert into users (email, email_key, first_name, last_name, role, password_hash, created_at)
      values ('bench@example.com', 'bench@example.com', 'A', 'B', 'user', '-', now()) returning id)
    insert into workspaces (kind, name, person_id, created_at, updated_at)
    select 'person', 'Personal', id, now(), now() from person returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

async function addSite(db: Db, workspaceId: number, index: number): Promise<number> {
  const site = `site-${index}.example`;
  const { rows } = await sql<{ id: number }>`insert into domains
      (workspace_id, name, project_type, status, created_at, updated_at)
    values (${workspaceId}, ${site}, 'WordPress', '1', now(), now()) returning id`.execute(db);
  const id = rows[0]?.id ?? 0;
  await sql`insert into search_days (domain_id, day, clicks, impressions, position_sum, fetched_at)
    select ${id}, day, 40 + random() * 60, 900 + random() * 600, 9000, now()
    from generate_series(${UNTIL}::date - ${DAYS - 1}::int, ${UNTIL}::date, '1 day') as day`.execute(db);
  for (const { dimension, names } of NAMES)
    await sql`insert into search_names (domain_id, dimension, name) select ${id}, ${dimension}::smallint,
        case when ${dimension} = 2 then 'https://www.' || ${site} || '/page-' || n || '/' else 'name ' || n end
      from generate_series(1, ${names}::int) as n`.execute(db);
  await sql`with seed as (insert into uploads
      (id, workspace_id, kind, name, size, sha256, storage_key, created_at)
      values (gen_random_uuid(), ${workspaceId}, 'seed', 'a', 1, 'a', 'a', now()) returning id),
    project as (insert into projects (workspace_id, key, title, type, notes, google_spread_sheet, footer_links, keep,
        seed_id, domain_id, created_at, updated_at)
      select ${workspaceId}, gen_random_uuid(), ${site}, 'wordpress', '', '', '', '', id, ${id}, now(), now() from seed
      returning id, seed_id),
    run as (insert into runs (project_id, kind, state, title, footer_links, keep, seed_id, sheet_id, split, created_at)
      select id, 'save', 'completed', 'a', '', '', seed_id, seed_id, 0, now() from project returning id)
    insert into run_pages (run_id, sheet_row, address, label, latitude, longitude)
    select id, n, 'https://' || ${site} || case when n > ${INDEXED}::int then '/new' else '' end || '/page-' || n || '/',
      'Town ' || town,
      25 + (town % 150) * 0.15, -124 + (town / 150) * 0.28
    from run, generate_series(1, ${PAGES}::int) as n,
      lateral (select (${index}::int * 37 + n * 61) % ${TOWNS}::int as town) as towns`.execute(db);
  await sql`update projects set current_run_id = (select max(id) from runs where project_id = projects.id)
    where domain_id = ${id}`.execute(db);
  return id;
}

interface Figures {
  id: number;
  dimension: number;
  names: number;
  rows: number;
}

/** Adds figures with each query at most once a day: 7 and 11 divide none of these numbers. */
async function addFigures(db: Db, { id, dimension, names, rows }: Figures): Promise<void> {
  await sql`insert into search_figures (domain_id, dimension, day, name_number, clicks, impressions, position_sum)
    select ${id}, ${dimension}::smallint, day, first + (at * 7 + n * 11) % ${names}::int,
      random() * 5, 5 + random() * 50, 300
    from (select min(id) as first from search_names where domain_id = ${id} and dimension = ${dimension}) as names,
      generate_series(${UNTIL}::date - ${DAYS - 1}::int, ${UNTIL}::date, '1 day') with ordinality as days(day, at),
      generate_series(1, ${rows}::int) as n`.execute(db);
}

/** Copies figures, which is faster than generating them. The queries of two sites have ids in the same order. */
async function copyFigures(db: Db, from: number, id: number): Promise<void> {
  await sql`with numbers as (select dimension, min(id) filter (where domain_id = ${id})
        - min(id) filter (where domain_id = ${from}) as apart
      from search_names where domain_id in (${from}, ${id}) group by dimension)
    insert into search_figures (domain_id, dimension, day, name_number, clicks, impressions, position_sum)
    select ${id}, figures.dimension, day, name_number + apart, (clicks + ${id}::int) % 6, impressions, position_sum
    from first_figures as figures join numbers using (dimension)`.execute(db);
}
