import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openPage, type Sent } from '../shared/page-fixture.tsx';
import { AddTowns } from './sheet-section.tsx';
import type { ProjectForm } from './form-state.ts';

const AUSTIN = {
  data: [],
  meta: { page: 1, per_page: 1, total: 214, last_page: 214 },
  points: [],
  center: null,
  problems: [],
};
const AMBIGUOUS = {
  status: 422,
  code: 'invalid',
  message: '3 towns are known as "Riverside, MD".',
  errors: { near: ['3 towns are known as "Riverside, MD".'] },
  choices: ['Riverside, Harford County, MD', 'Riverside, Howard County, MD'],
};

function open() {
  const addTowns = vi.fn<ProjectForm['addTowns']>(() => Promise.resolve({ added: 213, skipped: 1 }));
  const opened = openPage(
    () => <AddTowns form={{ addTowns }} />,
    { path: '/' },
    ({ path }: Sent) => (path.includes('Riverside%2C+MD') ? AMBIGUOUS : AUSTIN),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Add towns' }));
  return { ...opened, addTowns };
}
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
/** Ends the pause in typing. */
const pause = () => act(() => vi.advanceTimersByTimeAsync(500));
const listQueries = (sent: readonly Sent[]) =>
  sent.filter(({ path }) => path.startsWith('places')).map(({ path }) => path.replace('places?', ''));

test('shows the count of the towns before it adds them', async () => {
  const { addTowns, sent } = open();
  await type('Town', 'Austin, TX');
  await type('Miles', '40');
  await pause();
  fireEvent.click(await screen.findByRole('button', { name: 'Add 214 towns' }));
  expect(addTowns).toHaveBeenCalledExactlyOnceWith({
    near: 'Austin, TX',
    within: '40',
    min_population: '1000',
  });
  expect(listQueries(sent)).toEqual(['near=Austin%2C+TX&within=40&min_population=1000&per_page=1']);
  expect(await screen.findByText('213 towns added')).toBeTruthy();
  expect(screen.getByText('1 town was in the sheet already.')).toBeTruthy();
});

test('offers the towns that an ambiguous name may mean', async () => {
  const { sent } = open();
  await type('Town', 'Riverside, MD');
  await pause();
  const group = await screen.findByRole('group', { name: 'Choose a town' });
  expect(screen.getByText('3 towns are known as "Riverside, MD".')).toBeTruthy();
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Add towns' }).disabled).toBe(true);
  fireEvent.click(within(group).getByRole('button', { name: 'Riverside, Howard County, MD' }));
  await pause();
  await screen.findByRole('button', { name: 'Add 214 towns' });
  expect(listQueries(sent).at(-1)).toContain('near=Riverside%2C+Howard+County%2C+MD');
});

test.each([
  ['State', { State: 'TX' }, 'state=TX&min_population=1000'],
  ['County', { County: 'Travis', State: 'TX' }, 'state=TX&county=Travis&min_population=1000'],
  ['ZIP codes', { 'ZIP codes': '78701,\n 76701' }, 'zips=78701+76701'],
])('finds towns by %s', async (area, fields, query) => {
  const { sent } = open();
  fireEvent.click(await screen.findByRole('radio', { name: area }));
  const dialog = within(screen.getByRole('dialog'));
  for (const [label, value] of Object.entries(fields))
    fireEvent.change(dialog.getByRole('textbox', { name: label }), { target: { value } });
  await pause();
  await screen.findByRole('button', { name: 'Add 214 towns' });
  expect(listQueries(sent)).toEqual([`${query}&per_page=1`]);
});
