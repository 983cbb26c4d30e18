/** Focus after a confirmation: on its button, or on the heading if the button is gone. */
import { MantineProvider, Menu } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { pass } from '#testkit/web-clock.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { RowMenu } from './row-menu.tsx';

const SHOWN_AFTER_MS = 50;

/** @param props.isWithDialog true if the dialog unmounts with its row, false if it belongs to the list */
function Page({ isWithDialog }: { isWithDialog: boolean }) {
  const [hasRow, setRow] = useState(true);
  const [isAsked, setAsked] = useState(false);
  const dialog = (
    <ConfirmDialog
      isOpened={isAsked}
      message="Delete it?"
      onNo={() => setAsked(false)}
      onYes={() => {
        setAsked(false);
        // The effect appears a moment later, as after a call.
        setTimeout(() => setRow(false), SHOWN_AFTER_MS);
      }}
    />
  );
  return (
    <main>
      <h1 tabIndex={-1}>Projects</h1>
      {hasRow && (
        <div>
          <button type="button" onClick={() => setAsked(true)}>
            Delete…
          </button>
          {isWithDialog && dialog}
        </div>
      )}
      {!isWithDialog && dialog}
      <input aria-label="Search" />
    </main>
  );
}

async function answer(name: 'Yes' | 'No', isWithDialog = false): Promise<void> {
  render(
    <MantineProvider env="test">
      <Page isWithDialog={isWithDialog} />
    </MantineProvider>,
  );
  const opener = screen.getByRole('button', { name: 'Delete…' });
  opener.focus();
  fireEvent.click(opener);
  fireEvent.click(await screen.findByRole('button', { name }));
}

const heading = () => screen.getByRole('heading', { name: 'Projects' });

test.each([false, true])(
  'Yes moves the focus to the heading once the button is gone (with its dialog: %s)',
  async (isWith) => {
    await answer('Yes', isWith);
    await pass(SHOWN_AFTER_MS);
    expect(screen.queryByRole('button', { name: 'Delete…' })).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(heading()));
  },
);

test('No returns the focus to the button', async () => {
  await answer('No');
  await pass(SHOWN_AFTER_MS);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete…' })));
});

test('No returns the focus to the button even if the page changes at once', async () => {
  await answer('No');
  document.body.append(document.createElement('aside'));
  await pass(SHOWN_AFTER_MS);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete…' })));
});

test('a focus that the user has moved meanwhile stays', async () => {
  await answer('Yes');
  const search = screen.getByLabelText('Search');
  fireEvent.keyDown(document.body, { key: 'Tab' });
  search.focus();
  await pass(SHOWN_AFTER_MS);
  expect(screen.queryByRole('button', { name: 'Delete…' })).toBeNull();
  expect(document.activeElement).toBe(search);
});

/** List whose rows have a menu; the dialog belongs to the list. */
function List({ names }: { names: readonly string[] }) {
  const [rows, setRows] = useState(names);
  const [asked, setAsked] = useState('');
  const [isOpened, setOpened] = useState(false);
  return (
    <main>
      <h1 tabIndex={-1}>Projects</h1>
      <section>
        <h2>Latest runs</h2>
        <ul>
          {rows.map((name) => (
            <li key={name}>
              <a href="/somewhere">{name}</a>
              <RowMenu label={`Actions for ${name}`}>
                <Menu.Item
                  onClick={() => {
                    setAsked(name);
                    setOpened(true);
                  }}
                >
                  Delete…
                </Menu.Item>
              </RowMenu>
            </li>
          ))}
        </ul>
      </section>
      <ConfirmDialog
        isOpened={isOpened}
        message={`Delete ${asked}?`}
        onNo={() => setOpened(false)}
        onYes={() => {
          setOpened(false);
          setTimeout(() => setRows((each) => each.filter((name) => name !== asked)), SHOWN_AFTER_MS);
        }}
      />
    </main>
  );
}

async function answerFromMenu(names: readonly string[], name: string, reply: 'Yes' | 'No') {
  render(
    <MantineProvider env="test">
      <List names={names} />
    </MantineProvider>,
  );
  const button = screen.getByRole('button', { name: `Actions for ${name}` });
  button.focus();
  fireEvent.click(button);
  const item = await screen.findByRole('menuitem', { name: 'Delete…' });
  item.focus();
  fireEvent.click(item);
  fireEvent.click(await screen.findByRole('button', { name: reply }));
  await pass(SHOWN_AFTER_MS);
}

const findMenu = (name: string) => screen.getByRole('button', { name: `Actions for ${name}` });

test('No in a dialog that a menu item opened returns the focus to the menu of its row', async () => {
  await answerFromMenu(['Roofs', 'Pipes', 'Wells'], 'Pipes', 'No');
  await waitFor(() => expect(document.activeElement).toBe(findMenu('Pipes')));
});

test.each([
  ['Pipes', 'Wells', 'the row below'],
  ['Wells', 'Pipes', 'the last row once the last one has gone'],
])('after %s is deleted, the menu of %s has the focus: %s', async (name, next) => {
  await answerFromMenu(['Roofs', 'Pipes', 'Wells'], name, 'Yes');
  expect(screen.queryByText(name)).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(findMenu(next)));
});

test('after the only row is deleted, the heading of its list has the focus', async () => {
  await answerFromMenu(['Roofs'], 'Roofs', 'Yes');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Latest runs' })),
  );
});
