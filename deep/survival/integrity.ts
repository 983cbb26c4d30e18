/** Checks a database and files that no server uses for missing, duplicate and orphaned data. */
import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import type { Database } from '#server/db/open.ts';
import type { Files } from '#server/gateways/files.ts';
import { hash } from './workload.ts';

export interface IntegrityReport {
  /** Files without a row, unused uploads, entries of the scratch folder. */
  orphans: string[];
  /** Rows whose file is missing or doesn't match its checksum. */
  lost: string[];
  /** Second runs or notifications, and projects with the same title. */
  duplicates: string[];
  /** Runs that have not ended, jobs that are not done. */
  unfinished: string[];
}

export async function checkIntegrity({ db }: Pick<Database, 'db'>, files: Files): Promise<IntegrityReport> {
  const ask = async <Row>(text: string) => (await sql.raw<Row>(text).execute(db)).rows;
  const texts = async (text: string) => (await ask<{ text: string }>(text)).map((row) => row.text);
  const stored = await ask<{ key: string; sha256: string }>(
    `select storage_key as key, sha256 from uploads union all select storage_key, sha256 from run_parts`,
  );
  const named = new Set([...stored.map(({ key }) => key), ...(await texts(REPORT_FILES))]);
  const orphans = [...(await texts(UNUSED_UPLOADS)), ...readdirSync(files.scratch)];
  const begun = await texts(BEGUN_UPLOADS);
  for await (const { key } of files.list('')) {
    // Identifies the database that the store belongs to.
    if (key === 'store.json') continue;
    if (!named.delete(key) && !begun.some((folder) => key.startsWith(folder))) orphans.push(key);
  }
  const lost = [...named];
  for (const { key, sha256 } of stored) {
    const bytes = await files.read(key).catch(() => undefined);
    if (bytes !== undefined && hash(bytes) !== sha256) lost.push(`${key} doesn’t match its checksum`);
  }
  return { orphans, lost, duplicates: await texts(DUPLICATES), unfinished: await texts(UNFINISHED) };
}

const REPORT_FILES = `
  select 'runs/' || id || '/formed-links.html' as text from runs where report->>'has_links' = 'true'
  union all select 'runs/' || id || '/skipped-rows.csv' from runs where report->>'has_skipped_rows' = 'true'
  union all select 'runs/' || id || '/sample-' || n || '.html' from runs, generate_series(1, 3) as n
    where kind = 'test' and n <= jsonb_array_length(report->'samples')
  union select 'thumbnails/' || upload_id || '.webp' from images
  union select 'thumbnails/' || upload_id || '.webp' from run_images`;

const BEGUN_UPLOADS = `
  select 'runs/' || id || '/' as text from runs where state in ('queued', 'planning', 'running', 'auditing')`;

const UNUSED_UPLOADS = `
  select storage_key as text from uploads where id not in (
    select seed_id from projects union select seed_id from runs union select sheet_id from runs
    union select seed_id from drafts where seed_id is not null
    union select sheet_id from drafts where sheet_id is not null
    union select sheet_id from projects where sheet_id is not null
    union select upload_id from images union select upload_id from run_images
  )`;

const DUPLICATES = `
  select count(*) || ' runs of project ' || project_id as text from runs group by project_id having count(*) > 1
  union all select count(*) || ' notifications of ' || link from notifications group by link having count(*) > 1
  union all select count(*) || ' projects called ' || title from projects group by title having count(*) > 1`;

/** Runs that wait for the split answer of a user aren't unfinished. */
const UNFINISHED = `
  select 'run ' || id || ' is ' || state as text from runs
    where state not in ('completed', 'completed_with_skips', 'waiting_for_split')
  union all select 'completed run ' || id || ' without notification' from runs where kind = 'save'
    and state like 'completed%' and not exists (select from notifications where event_key = 'run:' || runs.id)
  union all select 'job ' || id || ' is ' || state from pgboss.job where state in ('created', 'retry', 'active', 'failed')
    and name in ('run', 'test', 'run.dead', 'test.dead')`;
