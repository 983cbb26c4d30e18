/** The page of an export that is the seed: stored with the project, its draft and its runs. */
import { describe, expect, it } from 'vitest';
import { callDrafts, inspectDraft, openDraft } from '#testkit/draft-calls.ts';
import { listOwn } from '#testkit/users.ts';
import {
  saveProject,
  sendForm,
  showProject,
  townSeed,
  townsCsv,
  waitForRun,
} from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';

const start = useTestApp();
const roofer = {
  id: 90,
  title: 'Roofer in [geo_city]',
  slug: 'roofer-geo_url',
  status: 'draft',
  date: '2024-01-01 00:00:00',
};
const seed = townSeed({ behind: [roofer] });

describe('the seed page of an export', () => {
  it('must be chosen if there are two: the response lists them', async () => {
    const { app, user } = await start();
    const refused = await saveProject(app, user, { seed });
    expect(refused.statusCode).toBe(422);
    const [problem] = refused.json().problems;
    expect(problem).toMatchObject({ code: 'seed-two-patterns', severity: 'fault' });
    expect(problem.choices).toEqual([
      expect.objectContaining({ page: '40', status: 'publish' }),
      expect.objectContaining({ page: '90', title: roofer.title, slug: roofer.slug, status: 'draft' }),
    ]);
    const unknown = await saveProject(app, user, { seed, fields: { seed_page: '91' } });
    expect(unknown.json().problems).toMatchObject([
      { code: 'page-unknown', choices: [{ id: 40 }, { id: 90 }] },
    ]);
  });

  it('is saved with the project, its run and its files', async () => {
    const { app, database, user } = await start();
    const saved = await saveProject(app, user, { seed, fields: { seed_page: ' 90 ' } });
    const project = await waitForRun(app, user, saved.json().data.project_id);
    expect(project.seed_page).toBe('90');
    expect(project.formed_links.map(({ url }) => url)[0]).toContain('/roofer-town-1');
    expect((await listOwn(database, user, 'runs')).map(({ seed_page: page }) => page)).toEqual(['90']);
    const zip = await app.inject(project.download_all_url ?? '');
    expect(zip.body).toContain('"page": "90"');
  });

  it('stays if an update omits it, changes if an update sets it, and must be chosen again for a new seed', async () => {
    const { app, user } = await start();
    const saved = await saveProject(app, user, { seed, fields: { seed_page: '90' } });
    const id: number = saved.json().data.project_id;
    await waitForRun(app, user, id);
    const update = (fields: Record<string, string>, bytes?: Uint8Array) =>
      sendForm(app, user, {
        method: 'PUT',
        url: `/api/v1/projects/${id}`,
        fields: { title: 'Plumber', script: townsCsv(2), ...fields },
        ...(bytes && { file: { name: 'seed.xml', bytes } }),
      });
    expect((await update({})).statusCode).toBe(200);
    expect((await waitForRun(app, user, id)).seed_page).toBe('90');
    expect((await update({ seed_page: '40' })).statusCode).toBe(200);
    expect((await waitForRun(app, user, id)).formed_links[0]?.url).toContain('/plumber-town-1');
    const others = townSeed({ id: 50, behind: [roofer] });
    const again = await update({}, others);
    expect(again.statusCode).toBe(422);
    expect(again.json().problems).toMatchObject([
      { code: 'page-unknown', choices: [{ id: 50 }, { id: 90 }] },
    ]);
    expect((await showProject(app, user, id)).seed_page).toBe('40');
  });

  it('makes a different save, not a repeat of the first', async () => {
    const { app, user } = await start();
    const key = crypto.randomUUID();
    const first = await saveProject(app, user, { seed, fields: { key, seed_page: '90' } });
    await waitForRun(app, user, first.json().data.project_id);
    const other = await saveProject(app, user, { seed, fields: { key, seed_page: '40' } });
    expect(other.json().data.run_id).not.toBe(first.json().data.run_id);
  });

  it('applies to a test and an inspection, before anything is saved', async () => {
    const { app, user } = await start();
    const drafts = callDrafts(app, user);
    const { id } = await openDraft(drafts);
    await drafts.upload({ draft_id: id }, { name: 'seed.xml', bytes: seed });
    await drafts.paste(id, townsCsv(2));
    expect((await inspectDraft(drafts, id)).inspection.seed?.choices).toHaveLength(2);
    await drafts.keep(id, { title: 'Plumber', seed_page: 'roofer-geo_url' });
    expect((await inspectDraft(drafts, id)).inspection.seed?.pattern).toMatchObject({ id: 90 });
    const test = await drafts.test({ draft_id: id, seed_page: '90' });
    const project = await waitForRun(app, user, test.json().data.project_id);
    expect(project.test?.state).toBe('completed');
    expect(project.seed_page).toBe('90');
  });
});
