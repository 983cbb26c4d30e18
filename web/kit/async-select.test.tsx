/** Searchable select: texts, keys, and requests. */
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { pass } from '#testkit/web-clock.ts';
import { ToastHost } from '#web/ui/toast.tsx';
import { AsyncSelect, type Choice, type FindChoices, type FirstChoices } from './async-select.tsx';

const SEVEN = ['Ann', 'Ben', 'Cem', 'Dan', 'Eve', 'Fay', 'Gil'].map((label) => ({ label, value: label }));

const toFirst = (choices: readonly Choice[], total = choices.length): FirstChoices => ({ choices, total });

interface Given {
  choices: readonly Choice[] | FindChoices;
  initial?: Choice | null;
  isLazy?: boolean;
}

function Field({ choices, initial = null, isLazy = false }: Given) {
  const [value, setValue] = useState(initial);
  return (
    <>
      <AsyncSelect label="Main Admin" {...{ value, choices, isLazy }} onChange={setValue} isClearable />
      <output>{value?.value ?? 'none'}</output>
    </>
  );
}

function open(choices: Given['choices'], initial: Choice | null = null, isLazy = false) {
  render(
    <MantineProvider env="test">
      <Field {...{ choices, initial, isLazy }} />
      <ToastHost />
    </MantineProvider>,
  );
}

const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Main Admin' });
/** The last live region is the select's; toasts have their own. */
const says = () => document.querySelector('.mantine-VisuallyHidden-root[role="status"]')?.textContent;
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
/** A pointer focuses a field before it clicks. */
const click = () => {
  fireEvent.focus(box());
  fireEvent.click(box());
};
const press = (key: string) => fireEvent.keyDown(box(), { key, code: key });
const type = (value: string) => fireEvent.change(box(), { target: { value } });

test('opens with a click, is searched by typing, and selects by keyboard', () => {
  open(SEVEN);
  expect(box().placeholder).toBe('Select...');
  expect(box().getAttribute('aria-expanded')).toBe('false');
  click();
  expect(box().getAttribute('aria-expanded')).toBe('true');
  expect(options()).toHaveLength(7);
  expect(screen.getByText('7 results available')).toBeTruthy();
  type('E');
  expect(options()).toEqual(['Ben', 'Cem', 'Eve']);
  press('ArrowDown');
  press('ArrowDown');
  press('Enter');
  expect(screen.getByText('Cem', { selector: 'output' })).toBeTruthy();
  expect(box().value).toBe('Cem');
  expect(options()).toEqual([]);
});

test('announces “{n} result(s) available” even without results, keeps the choice on blur, and can be cleared', () => {
  open(SEVEN, SEVEN[1] ?? null);
  type('xyz');
  expect(screen.getByText('No options')).toBeTruthy();
  expect(screen.getByText('0 results available')).toBeTruthy();
  fireEvent.blur(box());
  expect(box().value).toBe('Ben');
  fireEvent.click(screen.getByRole('button', { name: 'Clear Main Admin' }));
  expect(screen.getByText('none')).toBeTruthy();
});

test('has a max menu height of 300 and a min of 140', () => {
  open(SEVEN);
  click();
  expect(screen.getByRole('listbox').getAttribute('style')).toContain('clamp(min(140px, 35vh), 35vh, 300px)');
});

test('PageDown and PageUp move by five', () => {
  open(SEVEN);
  click();
  const active = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '');
  press('ArrowDown');
  press('PageDown');
  expect(active()?.textContent).toBe('Fay');
  press('PageUp');
  expect(active()?.textContent).toBe('Ann');
});

test('requests the first choices at once, and searches from two characters on', async () => {
  const searches: string[] = [];
  const find: FindChoices = async (text) => {
    searches.push(text);
    return toFirst(SEVEN.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase())));
  };
  open(find);
  click();
  expect(screen.getAllByText('Loading...')).toHaveLength(2);
  await waitFor(() => expect(options()).toHaveLength(7));
  type('e');
  await pass(300);
  expect(searches).toEqual(['']);
  type('ev');
  await pass(300);
  await waitFor(() => expect(options()).toEqual(['Eve']));
  expect(searches).toEqual(['', 'ev']);
});

test('“Loading...” replaces the options of an earlier text until the reply arrives', async () => {
  let reply: (found: FirstChoices) => void = () => {};
  open((text) =>
    text === '' ? Promise.resolve(toFirst(SEVEN)) : new Promise((resolve) => (reply = resolve)),
  );
  click();
  await waitFor(() => expect(options()).toHaveLength(7));
  type('ev');
  expect([options(), says()]).toEqual([[], 'Loading...']);
  await pass(300);
  expect(options()).toEqual([]);
  await act(async () => reply(toFirst(SEVEN.slice(4, 5))));
  expect([options(), says()]).toEqual([['Eve'], '1 result available']);
});

test('requests the first choices on open if it is lazy', async () => {
  const searches: string[] = [];
  open(
    async (text) => {
      searches.push(text);
      return toFirst(SEVEN);
    },
    null,
    true,
  );
  await pass(300);
  expect(searches).toEqual([]);
  click();
  await waitFor(() => expect(options()).toHaveLength(7));
  expect(searches).toEqual(['']);
});

test('shows how many of all choices are listed, and that typing finds the others', async () => {
  open(async (text) => {
    if (text === 'be') return { choices: SEVEN.slice(0, 3), total: undefined };
    return text === '' ? toFirst(SEVEN, 1060) : toFirst(SEVEN.slice(0, 1));
  });
  click();
  await waitFor(() => expect(says()).toBe('7 results available, 7 of 1,060, type to find'));
  expect(screen.getByText('7 of 1,060, type to find')).toBeTruthy();
  type('be');
  await pass(300);
  await waitFor(() => expect(says()).toBe('3 results available, First 3, type to find'));
  type('an');
  await pass(300);
  await waitFor(() => expect(says()).toBe('1 result available'));
  expect(screen.queryByText(/type to find/)).toBeNull();
});

test('a failed search shows the server’s message and no choices', async () => {
  open(() => Promise.reject(new Error('The server is busy.')));
  expect((await screen.findByRole('alert')).textContent).toContain('The server is busy.');
  click();
  expect(screen.getByText('No options')).toBeTruthy();
});
