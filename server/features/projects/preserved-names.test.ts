/** Preserved names, whose brackets stay unchanged: stored with the project, its draft and its runs. */
import { describe, expect, it } from 'vitest';
import { callDrafts, openDraft, showDraft } from '#testkit/draft-calls.ts';
import { listOwn } from '#testkit/users.ts';
import { saveProject, sendForm, showProject, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';

const start = useTestApp();

describe('preserved names', () => {
  it('are saved with the project, without brackets and duplicates', async () => {
    const { app, database, user } = await start();
    const saved = await saveProject(app, user, { fields: { keep: ' [owner], zip,owner ' } });
    const id: number = saved.json().data.project_id;
    expect((await waitForRun(app, user, id)).keep).toBe('owner,zip');
    expect((await listOwn(database, user, 'runs')).map(({ keep }) => keep)).toEqual(['owner,zip']);
  });

  it('are kept by an update that omits them, and removed by an empty value', async () => {
    const { app, user } = await start();
    const saved = await saveProject(app, user, { fields: { keep: 'owner' } });
    const id: number = saved.json().data.project_id;
    await waitForRun(app, user, id);
    const update = (fields: Record<string, string>) =>
      sendForm(app, user, {
        method: 'PUT',
        url: `/api/v1/projects/${id}`,
        fields: { title: 'Plumber', script: townsCsv(2), ...fields },
      });
    expect((await update({})).statusCode).toBe(200);
    expect((await waitForRun(app, user, id)).keep).toBe('owner');
    expect((await update({ keep: '' })).statusCode).toBe(200);
    expect((await waitForRun(app, user, id)).keep).toBe('');
  });

  it('make a different save, not a repetition of the first', async () => {
    const { app, user } = await start();
    const key = crypto.randomUUID();
    const first = await saveProject(app, user, { fields: { key } });
    const id: number = first.json().data.project_id;
    await waitForRun(app, user, id);
    const again = await saveProject(app, user, { fields: { key } });
    expect(again.json().data.run_id).toBe(first.json().data.run_id);
    const other = await saveProject(app, user, { fields: { key, keep: 'owner' } });
    expect(other.json().data.run_id).not.toBe(first.json().data.run_id);
    expect((await showProject(app, user, id)).keep).toBe('owner');
  });

  it('are stored in the draft, and empty by default', async () => {
    const { app, user } = await start();
    const drafts = callDrafts(app, user);
    const { id, fields } = await openDraft(drafts);
    expect(fields.keep).toBe('');
    await drafts.keep(id, { keep: 'owner, zip' });
    expect((await showDraft(drafts, id)).fields.keep).toBe('owner,zip');
  });

  it('are listed in the manifest of a download', async () => {
    const { app, user } = await start();
    const saved = await saveProject(app, user, { fields: { keep: 'owner,zip' } });
    const project = await waitForRun(app, user, saved.json().data.project_id);
    const zip = await app.inject(project.download_all_url ?? '');
    expect(zip.body).toContain('"keep": [\n    "owner",\n    "zip"\n  ]');
  });
});
