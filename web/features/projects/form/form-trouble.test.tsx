/** The project form while the server is in trouble: what opens all the same, and what waits for it. */
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { pass } from '#testkit/web-clock.ts';
import { fixtureFile, installBrowserParts, openCreate, openEdit } from './form-fixture.tsx';
import { draft, project } from '../shared/project-fixture.ts';

const edited = project({ id: 7, title: 'Roof repair', notes: 'Stored', script: 'geo_city\nAustin' });

beforeEach(installBrowserParts);

test('a seed page that the server has lost leaves the rest of the edit form, and is asked for again', async () => {
  openEdit(({ path }) => {
    if (path === 'projects/7/edit') return { data: [edited] };
    if (path === '/seed') return { status: 404, code: 'not_found', message: 'Not there any more.' };
    return undefined;
  });
  expect(
    await screen.findByText(/The seed page of this project can no longer be found on the server/),
  ).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Notes').value).toBe('Stored');
  expect(screen.getByRole('button', { name: /Drop the seed page here/ })).toBeTruthy();
});

test('the edit form waits for files that are only away, with the reason and its reference, and opens then', async () => {
  let isAway = true;
  openEdit(({ path }) => {
    if (path === 'projects/7/edit') return { data: [edited] };
    if (path === '/seed' && isAway) {
      return { status: 502, code: 'outside_service', message: 'The store of the files is away.' };
    }
    return undefined;
  });
  await screen.findByText(/The store of the files is away/);
  expect(screen.getByRole('button', { name: 'Copy the reference r-1' })).toBeTruthy();
  await pass(6_000);
  expect(screen.getByText(/The store of the files is away/)).toBeTruthy();
  isAway = false;
  await pass(6_000);
  await screen.findByLabelText('Notes');
});

test('a draft that cannot be looked for now is looked for again, and nothing takes its place meanwhile', async () => {
  const earlier = draft({ script: 'geo_city\nAustin' });
  let isAway = true;
  const { sent } = openCreate(({ method, path }) => {
    if (method !== 'GET' || path !== 'projects/draft') return undefined;
    return isAway ? { status: 502, code: 'outside_service', message: 'Away.' } : { data: earlier };
  });
  await screen.findByLabelText('Title');
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Something else' } });
  await pass(12_000);
  expect(sent.filter(({ method }) => method === 'PUT')).toEqual([]);
  isAway = false;
  await pass(6_000);
  await screen.findByText(/“Begun” was started but not saved/);
});

test('an upload that was refused carries the reference of the refusal', async () => {
  openCreate(({ path }) =>
    path === 'upload' ? { status: 507, code: 'no_space', message: 'There is no space left.' } : undefined,
  );
  const drop = await screen.findByRole('button', { name: /Drop the seed page here/ });
  fireEvent.drop(drop, { dataTransfer: { files: [fixtureFile('seed.xml')], types: ['Files'] } });
  expect(await screen.findByText('There is no space left.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy the reference r-1' })).toBeTruthy();
});
