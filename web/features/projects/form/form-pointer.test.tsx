/** A click that is under way when the form has news: nothing moves from under the pointer. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import {
  chooseSeed,
  chooseSheet,
  installBrowserParts,
  openCreate,
  SEED_ID,
  waitForFigure,
} from './form-fixture.tsx';

beforeEach(installBrowserParts);

const UPLOADING = 'Uploading the seed page.';

/** What is under way has its turns. */
async function goOn(): Promise<void> {
  for (let turns = 0; turns < 50; turns += 1) {
    await act(() => new Promise<void>((resolve) => setTimeout(resolve)));
  }
}

test('what comes while the pointer is down moves nothing before it is up', async () => {
  const uploads: ((answer: { data: { id: string } }) => void)[] = [];
  openCreate(({ path }) => (path === 'upload' ? new Promise((resolve) => uploads.push(resolve)) : undefined));
  chooseSeed('seed.xml');
  chooseSheet('towns.csv');
  await waitForFigure('Pages', '12');
  await screen.findByText(UPLOADING);
  await waitFor(() => expect(uploads).toHaveLength(1));

  fireEvent.pointerDown(document.body, { button: 0 });
  uploads[0]?.({ data: { id: SEED_ID } });
  await goOn();
  expect(screen.queryByText(UPLOADING)).not.toBeNull();
  fireEvent.pointerUp(document.body, { button: 0 });
  await waitFor(() => expect(screen.queryByText(UPLOADING)).toBeNull());

  fireEvent.pointerDown(document.body, { button: 0 });
  chooseSheet('towns-with-problems.csv');
  await goOn();
  await waitForFigure('Pages', '12');
  fireEvent.pointerUp(document.body, { button: 0 });
  await waitForFigure('Pages', '9');
});

test('a pointer that opens a menu of the system holds nothing back', async () => {
  openCreate();
  fireEvent.pointerDown(document.body, { button: 2 });
  chooseSeed('seed.xml');
  chooseSheet('towns.csv');
  await waitForFigure('Pages', '12');
  fireEvent.pointerDown(document.body, { button: 0 });
  fireEvent.contextMenu(document.body);
  chooseSheet('towns-with-problems.csv');
  await waitForFigure('Pages', '9');
});
