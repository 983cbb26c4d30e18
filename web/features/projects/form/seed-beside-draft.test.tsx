/** A seed page that is chosen while an earlier draft is offered: it must not take the place of that draft's own. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { endSession } from '#web/client/session.ts';
import { pass } from '#testkit/web-clock.ts';
import {
  callsOf,
  chooseSeed,
  fieldsOf,
  fillWhole,
  installBrowserParts,
  openCreate,
  openEdit,
  press,
  readFixture,
  SEED_ID,
  section,
  type,
  waitForFigure,
} from './form-fixture.tsx';
import type { OpenedPage, Sent } from '../shared/page-fixture.tsx';
import { draft, project } from '../shared/project-fixture.ts';
import type { Draft } from '#contract/project-shapes.ts';

const UPLOAD = 'POST upload';
const DISCARD = 'DELETE projects/draft';
const bytesOf = (name: string) =>
  new Response(readFixture(name)).body as ReadableStream<Uint8Array<ArrayBuffer>>;
const offer =
  (earlier: Draft = draft()) =>
  ({ method, path }: Sent) => {
    if (path === '/seed-of-draft') return bytesOf('seed.xml');
    if (path.startsWith('projects/restore-draft')) return { data: earlier };
    return method === 'GET' && path.startsWith('projects/draft') ? { data: earlier } : undefined;
  };

/** The form of a new project next to an earlier draft. */
async function openBeside(answer: Parameters<typeof openCreate>[0] = () => undefined): Promise<OpenedPage> {
  const page = openCreate((sent) => answer(sent) ?? offer()(sent));
  await screen.findByRole('button', { name: 'Restore draft' });
  return page;
}
const seedIsShown = (name: string) =>
  waitFor(() => expect(within(section('Upload Seed Page')).getByRole('heading', { name })).toBeTruthy());
const untilCalled = (page: OpenedPage, call: string) => waitFor(() => expect(callsOf(page)).toContain(call));
/** Longer than the pause after which a draft is kept. */
const aWhile = () => pass(2500);

beforeEach(installBrowserParts);

describe('a seed page next to an earlier draft', () => {
  test('waits until the person has chosen, and goes to the draft once the earlier one has gone', async () => {
    const page = await openBeside();
    chooseSeed('seed.xml');
    await seedIsShown('seed.xml');
    press('Discard draft');
    await aWhile();
    expect(callsOf(page)).not.toContain(UPLOAD);
    fireEvent.click(await screen.findByRole('button', { name: 'Close this message' }));
    await untilCalled(page, UPLOAD);
    expect(callsOf(page).indexOf(DISCARD)).toBeLessThan(callsOf(page).indexOf(UPLOAD));
  });

  test('is not sent again when it came from the draft itself', async () => {
    const seed = { name: 'begun.xml', size: 1, url: '/seed-of-draft' };
    const page = openCreate(offer(draft({ seed })));
    fireEvent.click(await screen.findByRole('button', { name: 'Restore draft' }));
    await seedIsShown('begun.xml');
    await aWhile();
    expect(callsOf(page)).not.toContain(UPLOAD);
    chooseSeed('seed-misspelt.xml');
    await untilCalled(page, UPLOAD);
  });

  test('goes when the server has said that there is none', async () => {
    let say: ((answer: object) => void) | undefined;
    const page = openCreate(({ method, path }) =>
      method === 'GET' && path === 'projects/draft'
        ? new Promise((resolve) => {
            say = resolve;
          })
        : undefined,
    );
    chooseSeed('seed.xml');
    await seedIsShown('seed.xml');
    expect(callsOf(page)).not.toContain(UPLOAD);
    say?.({ data: null });
    await untilCalled(page, UPLOAD);
  });
});

describe('while what was discarded could still be taken back', () => {
  const discard = async (answer?: Parameters<typeof openCreate>[0]) => {
    const page = await openBeside(answer);
    await fillWhole();
    press('Discard draft');
    await screen.findByRole('button', { name: 'Undo' });
    return page;
  };
  /** The discarding is under way until `end`. */
  const discardSlowly = async () => {
    let isGone: ((answer: object) => void) | undefined;
    const page = await discard(({ method }) =>
      method === 'DELETE'
        ? new Promise((resolve) => {
            isGone = resolve;
          })
        : undefined,
    );
    press('Close this message');
    await untilCalled(page, DISCARD);
    return { page, end: () => isGone?.({ data: {} }) };
  };

  test('Cancel leaves no draft behind: nothing is uploaded after it', async () => {
    const page = await discard();
    press('Cancel');
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes' }));
    await screen.findByText('Elsewhere');
    await aWhile();
    expect(callsOf(page).filter((call) => call === DISCARD)).toHaveLength(1);
    expect(callsOf(page)).not.toContain(UPLOAD);
    expect(localStorage.getItem('projectDraft')).toBeNull();
  });

  test('leaving uploads nothing either, even where the server takes its time', async () => {
    const { page, end } = await discardSlowly();
    page.unmount();
    end();
    await aWhile();
    expect(callsOf(page)).not.toContain(UPLOAD);
  });

  test('Save discards it first, and leaves none on the server', async () => {
    const page = await discard();
    press('Save Project');
    await screen.findByText('Project was successfully added!');
    expect(callsOf(page)).not.toContain(UPLOAD);
    expect(fieldsOf(page, 'save-xml')).not.toHaveProperty('draft');
    expect(callsOf(page).indexOf(DISCARD)).toBeLessThan(callsOf(page).indexOf('POST save-xml'));
  });

  test('Save waits for a discarding that is under way', async () => {
    const { page, end } = await discardSlowly();
    press('Save Project');
    await aWhile();
    expect(callsOf(page)).not.toContain('POST save-xml');
    end();
    await screen.findByText('Project was successfully added!');
    expect(callsOf(page)).not.toContain(UPLOAD);
  });
});

describe('Test Page next to an earlier draft', () => {
  test.each(['offered', 'not yet known'])(
    'that is %s tests the new seed and leaves it alone',
    async (state) => {
      const page = openCreate((sent) =>
        state === 'offered' || sent.path !== 'projects/draft'
          ? offer()(sent)
          : { status: 503, code: 'overloaded', message: 'Busy' },
      );
      if (state === 'offered') await screen.findByRole('button', { name: 'Restore draft' });
      await fillWhole();
      press('Test Page');
      await screen.findByText('Test was successfully started!');
      expect(fieldsOf(page, 'upload')).toMatchObject({ draft: 'leave' });
      expect(fieldsOf(page, 'save-test')).toMatchObject({ draft: 'leave', seed_id: SEED_ID });
    },
  );

  test('goes with the seed page that the project has, and leaves the draft alone', async () => {
    const page = openEdit((sent) => {
      if (sent.path === 'projects/7/edit') {
        return { data: [project({ script: new TextDecoder().decode(readFixture('towns.csv')) })] };
      }
      return sent.path === '/seed'
        ? bytesOf('seed.xml')
        : offer(draft({ revision: 3, fields: { notes: 'Begun' } }))(sent);
    });
    await screen.findByRole('button', { name: 'Restore draft' });
    await waitForFigure('Pages', '12');
    type('Notes', 'Tried beside it');
    press('Test Page');
    await screen.findByText('Test was successfully started!');
    expect(fieldsOf(page, 'save-test')).toMatchObject({ draft: 'leave', notes: 'Tried beside it' });
    expect(callsOf(page)).not.toContain(UPLOAD);
    expect(callsOf(page)).not.toContain('PUT projects/draft');
  });
});

test('after a session that ended, the seed page waits for the choice about the draft again', async () => {
  const page = await openBeside();
  type('Notes', 'Typed in time');
  chooseSeed('seed.xml');
  await seedIsShown('seed.xml');
  endSession('token');
  page.unmount();
  const later = await openBeside();
  await seedIsShown('seed.xml');
  await aWhile();
  expect(callsOf(later)).not.toContain(UPLOAD);
  press('Discard draft');
  fireEvent.click(await screen.findByRole('button', { name: 'Close this message' }));
  await untilCalled(later, UPLOAD);
});

test('after a session that ended under the upload, the seed page is sent again', async () => {
  const page = openCreate(({ path }) =>
    path === 'upload' ? new Promise<never>(() => undefined) : undefined,
  );
  await untilCalled(page, 'GET projects/draft');
  chooseSeed('seed.xml');
  await untilCalled(page, UPLOAD);
  endSession('token');
  page.unmount();
  const later = openCreate();
  await untilCalled(later, UPLOAD);
  expect(callsOf(later).filter((call) => call === UPLOAD)).toHaveLength(1);
});
