/** Copying in browsers with a clipboard API, with one that refuses, and without one. */
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { pass } from '#testkit/web-clock.ts';
import { CopyButton } from './copy-button.tsx';
import { Reference } from './reference.tsx';

let copied: string[];
let selected: string[];

/** Fakes the clipboard API and `execCommand`. */
function offer({ clipboard, selection }: { clipboard: 'works' | 'refuses' | 'none'; selection: boolean }) {
  const writeText = async (text: string) => {
    if (clipboard === 'refuses') throw new DOMException('Write permission denied.', 'NotAllowedError');
    copied.push(text);
  };
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(
    (clipboard === 'none' ? undefined : { writeText }) as Clipboard,
  );
  document.execCommand = () => {
    const field = document.activeElement;
    if (selection && field instanceof HTMLTextAreaElement) selected.push(field.value);
    return selection;
  };
}

const show = (element: React.ReactElement) => render(<MantineProvider env="test">{element}</MantineProvider>);
const press = () => act(async () => void fireEvent.click(screen.getByRole('button')));
const name = () =>
  screen.getByRole('button').getAttribute('aria-label') ?? screen.getByRole('button').textContent;

beforeEach(() => {
  copied = [];
  selected = [];
});

describe.each([
  [
    'an icon',
    <CopyButton key="a" text="9f3c" noun="the checksum" />,
    'Copy the checksum',
    'Copied',
    'Couldn’t copy',
  ],
  [
    'a button with text',
    <CopyButton key="b" text="9f3c" noun="all" label="Copy all" />,
    'Copy all',
    'Copied',
    'Couldn’t copy',
  ],
  [
    'a reference',
    <Reference key="c" id="9f3c" />,
    'Copy the reference 9f3c',
    'Reference copied',
    'Couldn’t copy the reference',
  ],
])('%s', (_what, element, idle, done, failed) => {
  test('copies, confirms it for two seconds, and is ready again', async () => {
    offer({ clipboard: 'works', selection: false });
    show(element);
    expect(name()).toBe(idle);
    await press();
    expect(copied).toEqual(['9f3c']);
    expect(name()).toBe(done);
    await pass(1999);
    expect(name()).toBe(done);
    await pass(1);
    expect(name()).toBe(idle);
  });

  test.each(['refuses', 'none'] as const)(
    'copies by selection if the clipboard API is “%s”, and restores the focus',
    async (clipboard) => {
      offer({ clipboard, selection: true });
      show(element);
      screen.getByRole('button').focus();
      await press();
      expect(selected).toEqual(['9f3c']);
      expect(name()).toBe(done);
      expect(document.activeElement).toBe(screen.getByRole('button'));
      expect(document.querySelector('textarea')).toBeNull();
    },
  );

  test('reports when copying is impossible', async () => {
    offer({ clipboard: 'none', selection: false });
    show(element);
    await press();
    expect(name()).toBe(failed);
  });
});

test('a text that must be fetched is fetched only on click', async () => {
  offer({ clipboard: 'works', selection: false });
  let count = 0;
  show(<CopyButton text={async () => `text ${(count += 1)}`} noun="a link" />);
  expect(count).toBe(0);
  await press();
  await waitFor(() => expect(copied).toEqual(['text 1']));
});

test('a text that can’t be fetched is reported to the page and at the button', async () => {
  offer({ clipboard: 'works', selection: false });
  const reported: unknown[] = [];
  const fetchText = () => Promise.reject(new Error('gone'));
  show(<CopyButton text={fetchText} noun="a link" onFailure={(error) => reported.push(error)} />);
  await press();
  await waitFor(() => expect(name()).toBe('Couldn’t copy'));
  expect(reported).toEqual([new Error('gone')]);
  expect(copied).toEqual([]);
});

test('a failure without a reference shows none', () => {
  show(<Reference id="" />);
  expect(screen.queryByRole('button')).toBeNull();
});
