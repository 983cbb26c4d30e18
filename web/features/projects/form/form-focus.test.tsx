/** Where the keyboard goes on once a button went away with what it changed, and what a switched panel holds. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { chooseSeed, chooseSheet, installBrowserParts, openCreate, waitForFigure } from './form-fixture.tsx';
import { draft } from '../shared/project-fixture.ts';

beforeEach(installBrowserParts);

/** As the keyboard does: the button has the focus while it is pressed. */
async function press(name: RegExp | string): Promise<void> {
  const button = await screen.findByRole('button', { name });
  button.focus();
  fireEvent.click(button);
}
const isFocused = (name: RegExp | string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })));

test('from a file that was chosen to its card, and from one that was removed back to the empty place', async () => {
  openCreate();
  screen.getByRole('button', { name: /Drop the seed page here/ }).focus();
  chooseSeed('seed.xml');
  await isFocused('Replace the seed page');
  await press('Remove the seed page');
  await isFocused(/Drop the seed page here/);
  chooseSheet('towns.csv');
  await press('Remove the sheet');
  await isFocused(/Drop the sheet here/);
});

test('from pasting back to the place for a file', async () => {
  openCreate();
  await press('Paste data');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Manual spreadsheet data')));
  await press('Use a file instead');
  await isFocused(/Drop the sheet here/);
});

test('not away from a field that the person works in meanwhile', async () => {
  openCreate();
  const title = screen.getByLabelText('Title');
  title.focus();
  chooseSeed('seed.xml');
  await screen.findByRole('button', { name: 'Replace the seed page' });
  expect(document.activeElement).toBe(title);
});

test('from the choice about a draft to the beginning of the form', async () => {
  openCreate(({ method, path }) =>
    method === 'GET' && path === 'projects/draft' ? { data: draft() } : undefined,
  );
  await press('Discard draft');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Title')));
});

test('an empty field for pasted data means no data: the file before it is not sent unseen', async () => {
  openCreate();
  chooseSeed('seed.xml');
  chooseSheet('towns.csv');
  await waitForFigure('Pages', '12');
  await press('Paste data instead');
  await waitForFigure('Pages', '–');
});
