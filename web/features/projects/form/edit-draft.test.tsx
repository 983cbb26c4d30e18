/** The draft of an edit form: what of it goes to the server, what comes back, and to whom it belongs. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { RECOVERY_MS } from '#web/client/call.ts';
import { storeProjectDraft } from '#web/client/project-drafts.ts';
import { pass } from '#testkit/web-clock.ts';
import { type OpenedPage, openPage, type Sent } from '../shared/page-fixture.tsx';
import { EditProjectPage } from './project-edit-page.tsx';
import { project as aProject, draft, run } from '../shared/project-fixture.ts';
import { ProjectPage } from '../detail/project-page.tsx';
import { installSilentWorker } from './form-fixture.tsx';
import type { Draft } from '#contract/project-shapes.ts';

const SCRIPT = 'geo_city,geo_url\nAustin,austin';
const MOMENT = '2026-11-21T12:00:00.000Z';
const project = {
  ...aProject(),
  id: 7,
  title: 'Roof repair',
  notes: 'Stored',
  revision: 3,
  script: SCRIPT,
  script_url: null,
  script_name: null,
  template_file: null,
};
const stored = draft({ fields: { title: 'Roof repair', notes: 'Begun', footer_links: 'x' }, revision: 3 });
const WHOLE = { updated_at: MOMENT, has_seed: true, has_script: true };

interface Server {
  /** So many times it cannot say yet whether there is a draft. */
  silent?: number;
  draft?: Draft | null;
  /** Answers to what is kept, one after the other. */
  kept?: object[];
  /** What another tab has saved. */
  saved?: object;
}

function open({ draft: earlier = null, kept = [], silent = 0, saved = {} }: Server = {}): OpenedPage {
  let left = silent;
  return openPage(EditProjectPage, { path: '/projects/:id/edit', at: '/projects/7/edit' }, (sent) => {
    if (sent.path === 'projects/7/edit') return { data: [{ ...project, ...saved }] };
    if (sent.path === '/large-data') return new Blob(['geo_city\nDallas']).stream();
    if (sent.method === 'PUT') return { data: kept.shift() ?? WHOLE };
    if (sent.path.startsWith('projects/draft') && sent.method === 'GET') {
      left -= 1;
      return left >= 0 ? { status: 503, code: 'overloaded', message: 'Busy' } : { data: earlier };
    }
    return { data: sent.path.startsWith('projects/restore-draft') ? earlier : {} };
  });
}

const isKeep = ({ method, path }: Sent) => method === 'PUT' && path === 'projects/draft';
const bodiesKept = ({ sent }: OpenedPage) =>
  sent
    .filter(isKeep)
    .map(({ body }) => JSON.parse(typeof body === 'string' ? body : '') as Record<string, unknown>);
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const type = async (name: string, value: string) =>
  fireEvent.change(await field(name), { target: { value } });
const draftsHere = () =>
  (JSON.parse(localStorage.getItem('projectDraft') ?? '{"drafts":[]}') as { drafts: object[] }).drafts;
const DATA = 'Manual spreadsheet data';
/** Lets the pause pass after which a draft is kept. */
const pauseTyping = () => pass(2000);
async function untilKept(page: OpenedPage, count: number): Promise<void> {
  await pauseTyping();
  await waitFor(() => expect(bodiesKept(page)).toHaveLength(count));
}
const untilKeptHere = async () => {
  await pauseTyping();
  await screen.findByText(/Draft saved in this browser/);
};
/** Until the server is asked again that could not say whether there is a draft. */
const untilAskedAgain = () => pass(RECOVERY_MS);

beforeEach(installSilentWorker);

describe('what is kept of an edit', () => {
  test('names its project and the state it was begun on, and leaves data out that nobody touched', async () => {
    const page = open();
    await type('Notes', 'Typed');
    await untilKept(page, 1);
    const [body] = bodiesKept(page);
    expect(body).toMatchObject({ project_id: 7, revision: 3, fields: { notes: 'Typed' } });
    expect(body).not.toHaveProperty('script');
    await screen.findByText(/Draft saved/);
  });

  test('has the data once it was changed, and says that it was taken out', async () => {
    const page = open();
    await type(DATA, 'geo_city\nDallas');
    await untilKept(page, 1);
    await type(DATA, '');
    await untilKept(page, 2);
    expect(bodiesKept(page).map(({ script }) => script)).toEqual(['geo_city\nDallas', '']);
  });

  test('is sent whole again when another tab took the data away', async () => {
    const page = open({ kept: [WHOLE, { ...WHOLE, has_script: false }, WHOLE] });
    await type(DATA, 'geo_city\nDallas');
    await untilKept(page, 1);
    await type('Notes', 'Typed on');
    await untilKept(page, 3);
    expect(bodiesKept(page).map(({ script }) => script)).toEqual([
      'geo_city\nDallas',
      undefined,
      'geo_city\nDallas',
    ]);
  });
});

describe('while the server cannot say whether there is an earlier draft', () => {
  test('what is typed is kept in this browser, and on the server once it has said that there is none', async () => {
    const page = open({ silent: 1 });
    await type('Notes', 'Typed early');
    await untilKeptHere();
    expect(localStorage.getItem('projectDraft')).toContain('Typed early');
    await untilAskedAgain();
    await untilKept(page, 1);
    await screen.findByText(/Draft saved/);
  });

  test('what is typed is next to the one that is found, not for its newer state', async () => {
    const page = open({ silent: 1, draft: stored });
    await type('Notes', 'Typed early');
    await untilKeptHere();
    await untilAskedAgain();
    await screen.findByRole('button', { name: 'Restore draft' });
    const { drafts } = JSON.parse(localStorage.getItem('projectDraft') ?? '{}') as { drafts: unknown[] };
    expect(drafts).toMatchObject([{ isAside: true, fields: { notes: 'Typed early' } }]);
    expect(bodiesKept(page)).toEqual([]);
  });
});

describe('an edit that was left', () => {
  test('comes back with what the project has where nothing was changed', async () => {
    const page = open({ draft: stored });
    fireEvent.click(await screen.findByRole('button', { name: 'Restore draft' }));
    await waitFor(async () => expect((await field('Notes')).value).toBe('Begun'));
    expect((await field(DATA)).value).toBe(SCRIPT);
    expect(page.sent.map(({ path }) => path)).toContain('projects/restore-draft?project_id=7');
  });

  test('brings its data into the field that shows that of the project', async () => {
    open({ draft: { ...stored, script: 'geo_city\nDallas' } });
    expect((await field(DATA)).value).toBe(SCRIPT);
    fireEvent.click(await screen.findByRole('button', { name: 'Restore draft' }));
    await waitFor(async () => expect((await field(DATA)).value).toBe('geo_city\nDallas'));
  });

  test('fetches data that is too large for an answer when it is restored', async () => {
    const page = open({ draft: { ...stored, script_url: '/large-data' } });
    expect((await field(DATA)).value).toBe(SCRIPT);
    expect(page.sent.map(({ path }) => path)).not.toContain('/large-data');
    fireEvent.click(await screen.findByRole('button', { name: 'Restore draft' }));
    await waitFor(async () => expect((await field(DATA)).value).toBe('geo_city\nDallas'));
  });

  test('brings back that the data was taken out', async () => {
    open({ draft: { ...stored, script: '' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Restore draft' }));
    await waitFor(() => expect(screen.queryByLabelText(DATA)).toBeNull());
  });

  test('says what a newer save would lose, and nothing of the kind where there was none', async () => {
    open({ draft: { ...stored, revision: 2 } });
    await screen.findByText(
      /Restoring replaces these saved values in the form: notes, footer link template\./,
    );
    cleanup();
    open({ draft: stored });
    await screen.findByRole('button', { name: 'Restore draft' });
    expect(screen.queryByText(/saved again since/)).toBeNull();
  });

  test('and what was typed next to it come back over a newer save, without what was not touched', async () => {
    open({ draft: stored });
    await screen.findByRole('button', { name: 'Restore draft' });
    await type('Notes', 'Typed beside');
    await untilKeptHere();
    cleanup();
    open({ draft: stored, saved: { footer_links: 'Saved elsewhere', revision: 4 } });
    await screen.findByText(
      /What you typed later is back in the form. It replaces what was saved since then: notes\./,
    );
    expect((await field('Notes')).value).toBe('Typed beside');
    expect((await field('Footer link template')).value).toBe('Saved elsewhere');
  });

  test.each([
    [2, 'is back in the form. It replaces what was saved since then: notes.'],
    [3, 'is back in the form.'],
  ])('that has gone leaves what was typed next to it at revision %i: it %s', async (revision, words) => {
    const beside = { type: 'wordpress', projectId: 7, revision, savedAt: MOMENT, isAside: true };
    storeProjectDraft({ ...beside, fields: { notes: 'Beside' } }, 1);
    open();
    await screen.findByText(`What you typed earlier ${words}`);
    expect((await field('Notes')).value).toBe('Beside');
  });

  test('does not lose what is typed next to it in another window when this one keeps its own', async () => {
    const page = open();
    await type('Notes', 'Typed here');
    await untilKept(page, 1);
    const beside = { type: 'wordpress', projectId: 7, savedAt: MOMENT, isAside: true };
    storeProjectDraft({ ...beside, fields: { notes: 'Beside' } }, 1);
    await type('Notes', 'Typed on');
    await untilKept(page, 2);
    expect(draftsHere()).toMatchObject([
      { fields: { notes: 'Typed on' } },
      { isAside: true, fields: { notes: 'Beside' } },
    ]);
  });

  test('gives its place to what was typed next to it, which then is there alone', async () => {
    const page = open({ draft: stored });
    await screen.findByRole('button', { name: 'Discard draft' });
    await type('Notes', 'Typed beside');
    await untilKeptHere();
    fireEvent.click(screen.getByRole('button', { name: 'Discard draft' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Close this message' }));
    await waitFor(() => expect(page.sent.some(({ method }) => method === 'DELETE')).toBe(true));
    expect(draftsHere()).toMatchObject([{ isAside: true, fields: { notes: 'Typed beside' } }]);
    await untilKept(page, 1);
    const [only, ...others] = draftsHere();
    expect(only).toMatchObject({ fields: { notes: 'Typed beside' } });
    expect(only).not.toHaveProperty('isAside');
    expect(others).toEqual([]);
  });

  test('is discarded alone: drafts of other forms in this browser stay', async () => {
    const page = open({ draft: stored });
    for (const projectId of [7, 8]) {
      storeProjectDraft({ type: 'wordpress', projectId, fields: { notes: 'x' }, savedAt: MOMENT });
    }
    fireEvent.click(await screen.findByRole('button', { name: 'Discard draft' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Close this message' }));
    await waitFor(() =>
      expect(page.sent.map(({ method, path }) => `${method} ${path}`)).toContain(
        'DELETE projects/draft?project_id=7',
      ),
    );
    const { drafts } = JSON.parse(localStorage.getItem('projectDraft') ?? '{}') as { drafts: unknown[] };
    expect(drafts).toMatchObject([{ projectId: 8 }]);
  });
});

describe('the project as it is saved', () => {
  test('is run again next to what is in its edit form, which is neither used nor discarded', async () => {
    const page = openPage(ProjectPage, { path: '/projects/:id', at: '/projects/7' }, ({ path }) =>
      path === 'projects/7' ? { data: [{ ...project, progress: run({ state: 'canceled' }) }] } : { data: {} },
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Run again' }));
    await waitFor(() => expect(page.sent.some(({ method }) => method === 'PUT')).toBe(true));
    const body = page.sent.find(({ method }) => method === 'PUT')?.body;
    expect(body instanceof FormData && Object.fromEntries(body)).toMatchObject({
      draft: 'leave',
      notes: 'Stored',
    });
  });
});
