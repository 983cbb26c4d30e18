/** The list of choices: the fixed texts, the keys, the search, what it says of itself. */
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { type Choice, Select } from './select.tsx';

const towns: Choice[] = ['Austin', 'Boston', 'Chicago', 'Dallas', 'Denver', 'El Paso', 'Fresno'].map(
  (label) => ({
    value: label.toLowerCase(),
    label,
  }),
);
type Props = Partial<Parameters<typeof Select>[0]>;

function show(props: Props = {}) {
  const chosen: (Choice | null)[] = [];
  function Page() {
    const [value, setValue] = useState<Choice | null>(props.value ?? null);
    const change = (choice: Choice | null) => {
      chosen.push(choice);
      setValue(choice);
    };
    return <Select label="Town" choices={towns} {...props} value={value} onChange={change} />;
  }
  render(<Page />);
  return chosen;
}
const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Town' });
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const press = (key: string) => fireEvent.keyDown(box(), { key, keyCode: { Enter: 13, Tab: 9 }[key] });
const search = (value: string) => fireEvent.change(box(), { target: { value } });

describe('the fixed texts', () => {
  test('"Select..." as long as nothing is chosen, the choice from then on', () => {
    show();
    expect(screen.getByText('Select...')).toBeTruthy();
    press('ArrowDown');
    fireEvent.click(screen.getByRole('option', { name: 'Boston' }));
    expect(screen.queryByText('Select...')).toBeNull();
    expect(screen.getByText('Boston')).toBeTruthy();
  });

  test('"No options" when nothing fits', () => {
    show();
    press('ArrowDown');
    search('zebra');
    expect(screen.getByText('No options')).toBeTruthy();
  });

  test('"Loading..." while choices come', () => {
    show({ choices: [], isLoading: true });
    press('ArrowDown');
    expect(screen.getByText('Loading...')).toBeTruthy();
  });

  test.each([
    ['', '7 results available.'],
    ['d', '2 results available for search term d.'],
    ['fresno', '1 result available for search term fresno.'],
  ])('how many there are, said to who cannot see them: %j', async (text, words) => {
    show();
    fireEvent.focus(box());
    press('ArrowDown');
    if (text !== '') search(text);
    await waitFor(() => expect(document.body.textContent).toContain(words));
  });
});

describe('choosing', () => {
  test('goes by the keys alone', () => {
    const chosen = show();
    press('ArrowDown');
    expect(options()).toHaveLength(7);
    expect(box().getAttribute('aria-expanded')).toBe('true');
    press('ArrowDown');
    press('Enter');
    expect(chosen).toEqual([towns[1]]);
    expect(options()).toEqual([]);
  });

  test('finds by any part of the name, in any case', () => {
    show();
    press('ArrowDown');
    search('AL');
    expect(options()).toEqual(['Dallas']);
  });

  test('is left by Escape without a choice', () => {
    const chosen = show({ value: towns[2] as Choice });
    press('ArrowDown');
    press('Escape');
    expect(options()).toEqual([]);
    expect(chosen).toEqual([]);
    expect(screen.getByText('Chicago')).toBeTruthy();
  });

  test('can be taken back only where nothing is a choice too', () => {
    const chosen = show({ value: towns[0] as Choice, isClearable: true });
    press('Backspace');
    expect(chosen).toEqual([null]);
  });

  test('is closed while it may not be used', () => {
    show({ isDisabled: true });
    expect(screen.queryByRole('option')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Town').disabled).toBe(true);
  });

  test('of choices that the server finds tells each typed text, and shows them as they come', () => {
    const onSearch = vi.fn<(text: string) => void>();
    show({ onSearch });
    press('ArrowDown');
    search('bo');
    expect(onSearch).toHaveBeenCalledWith('bo');
    expect(options()).toHaveLength(7);
  });
});

test('what is wrong with the choice is said of the field', () => {
  show({ error: 'Main Admin is required!' });
  const words = screen.getByText('Main Admin is required!');
  expect(box().getAttribute('aria-invalid')).toBe('true');
  expect(box().getAttribute('aria-errormessage') ?? box().getAttribute('aria-describedby')).toContain(
    words.id,
  );
});
