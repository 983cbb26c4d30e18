/** A workspace with a row in each table that belongs to workspaces, for tests that delete one. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { ImageFile } from '#contract/image-shapes.ts';
import type { Database } from '#server/db/open.ts';
import { callDrafts, openDraft } from '#testkit/draft-calls.ts';
import type { SignedInUser } from '#testkit/users.ts';
import { saveProject, sendForm, townSeed, waitForRun } from '#testkit/project-calls.ts';
import { runSql } from '#testkit/test-database.ts';

interface Stage {
  app: FastifyInstance;
  database: Database;
}

/** Each photo is unique: equal bytes would be one upload. */
let photos = 0;

/** Uploads a picture into the open form of a new project. */
export async function uploadPicture(app: FastifyInstance, user: SignedInUser, type = 'wordpress') {
  photos += 1;
  const background = { r: photos % 250, g: Math.floor(photos / 250), b: 50 };
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const reply = await sendForm(app, user, {
    url: '/api/v1/images/upload-primary',
    fields: { type },
    file: { name: `deck-${photos}.jpg`, bytes, type: 'image/jpeg' },
  });
  expect(reply.statusCode, reply.body).toBe(200);
  const [image] = reply.json<{ data: ImageFile[] }>().data;
  if (image === undefined) throw new Error('The upload returned no image.');
  return image;
}

/** Saves a project whose pages show a picture. @returns its id */
export async function saveWithPicture(app: FastifyInstance, user: SignedInUser): Promise<number> {
  await uploadPicture(app, user);
  const seed = townSeed({ content: '<p>[geo_city]</p><img src="[image_1]">' });
  const saved = await saveProject(app, user, { seed });
  expect(saved.statusCode, saved.body).toBe(200);
  const { project_id: id } = saved.json<{ data: { project_id: number } }>().data;
  const { progress } = await waitForRun(app, user, id);
  expect(progress?.state).toBe('completed');
  return id;
}

async function saveGeocoder(app: FastifyInstance, user: SignedInUser): Promise<void> {
  await uploadPicture(app, user, 'geocoder');
  const script = 'geo_city,latitude,longitude\nAustin,30.3,-97.7\n';
  const fields = { title: 'Photos', type: 'geocoder', script };
  const saved = await sendForm(app, user, { url: '/api/v1/save-xml', fields });
  expect(saved.statusCode, saved.body).toBe(200);
  await waitForRun(app, user, saved.json<{ data: { project_id: number } }>().data.project_id);
}

/** Fills the workspace that gets the user's new content. */
export async function fillWorkspace({ app, database }: Stage, user: SignedInUser): Promise<number> {
  const projectId = await saveWithPicture(app, user);
  await saveGeocoder(app, user);
  const [project] = await runSql<{ workspace_id: number; current_run_id: number }>(
    database,
    `select workspace_id, current_run_id from projects where id = ${projectId}`,
  );
  if (project === undefined) throw new Error('The project was not saved.');
  const { workspace_id: id, current_run_id: runId } = project;
  // An edit form with its own rows, and the form of a new project with an image.
  const drafts = callDrafts(app, user);
  const edited = await openDraft(drafts, projectId);
  expect((await drafts.paste(edited.id, 'geo_city\nBoston')).statusCode).toBe(200);
  await uploadPicture(app, user);
  await runSql(
    database,
    `do $$ declare domain int; property int; scan int; customer int; begin
      insert into domains (workspace_id, name, project_type, status, created_at, updated_at)
        values (${id}, 'full-${id}.example', 'WordPress', '1', now(), now()) returning id into domain;
      update projects set domain_id = domain where id = ${projectId};
      insert into integrations (workspace_id, provider, account, sealed_token, scope, status, connected_at, checked_at)
        values (${id}, 'google', 'full-${id}@example.com', 'sealed', 'openid', 'revoked', now(), now()) returning id into property;
      update drafts set linked_id = sheet_id, linked_at = now() where project_id = ${projectId};
      insert into search_properties (integration_id, site, permission)
        values (property, 'sc-domain:full-${id}.example', 'siteOwner') returning id into property;
      insert into search_sources (domain_id, property_id) values (domain, property);
      insert into search_days values (domain, current_date, 1, 1, 1, now());
      insert into search_names (domain_id, dimension, name) values (domain, 1, 'plumber');
      insert into search_figures values (domain, 1, current_date, 1, 1, 1, 1);
      insert into search_months values (domain, 1, date_trunc('month', current_date), 1, 1, 1, 1);
      insert into page_reports values (${runId}, domain, current_date, 'month', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}',
        '{}', '{}', '{}', '{}');
      insert into index_states values (domain, gen_random_uuid(), 'https://full.example/1', true, 'Submitted and indexed',
        null, null, now());
      insert into page_decisions (project_id, row_key, decision, sheet_row, label, address, decided_at)
        values (${projectId}, 'gone', 'drop', 2, 'Gone', 'https://full.example/gone', now());
      insert into scans (workspace_id, project_id, state, pages_total, created_at)
        values (${id}, ${projectId}, 'completed', 3, now()) returning id into scan;
      insert into scan_pages (scan_id, position, sheet_row, label, address)
        select scan, each, each, 'Town', 'https://full.example/' || each from generate_series(1, 2500) as each;
      insert into scan_measures values (scan, 1, '{}', '');
      insert into site_styles values (${projectId}, 'https://full.example', '{}', now());
      insert into run_skipped_towns values (${runId}, 9, 'Nowhere', 1, 1);
      insert into invitations (workspace_id, email, email_key, nonce, token_hash, created_at, expires_at)
        values (${id}, 'x@example.com', 'x@example.com', gen_random_uuid(), 'hash-${id}', now(), now());
      insert into customers (workspace_id, idempotency_key, email)
        values (${id}, gen_random_uuid(), 'x@example.com') returning customers.id into customer;
      insert into subscriptions (stripe_subscription, customer_id, workspace_id, stripe_product, stripe_price, status, "interval",
          amount, currency, is_ending, current_period_end, created_at)
        values ('sub_${id}', customer, ${id}, 'prod', 'price', 'canceled', 'month', 1, 'usd', false, now(), now());
      insert into page_uses values (${runId}, ${id}, 3, now()) on conflict do nothing;
    end $$`,
  );
  return id;
}

/**
 * Counts the rows of a workspace in each table that refers to workspaces, directly or through other rows.
 * @returns counts by table
 */
export async function countRows({ db }: Database, workspaceId: number): Promise<Record<string, number>> {
  const { rows: references } = await sql<{ child: string; column: string; parent: string }>`
    select conrelid::regclass::text as child, attname as column, confrelid::regclass::text as parent
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confdeltype = 'c' and connamespace = 'public'::regnamespace
      and conrelid <> 'workspaces'::regclass`.execute(db);
  const counts: Record<string, number> = {};
  const count = async (parent: string, condition: string) => {
    for (const { child, column } of references.filter((each) => each.parent === parent)) {
      const within = `${column} in (select id from ${parent} where ${condition})`;
      const { rows } = await sql
        .raw<{ count: number }>(`select count(*)::int from ${child} where ${within}`)
        .execute(db);
      counts[child] = Math.max(counts[child] ?? 0, rows[0]?.count ?? 0);
      await count(child, within);
    }
  };
  await count('workspaces', `id = ${workspaceId}`);
  return counts;
}
