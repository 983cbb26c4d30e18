import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { NoticeText } from './notice-text.tsx';

test.each([
  ['5 of 5 pages of “Roofs” will land.', 'Roofs'],
  ['“סופה (Roofs), 24/7” failed.', 'סופה (Roofs), 24/7'],
  ['“Roofs of “Old Town””: 2 rows were left out.', 'Roofs of “Old Town”'],
])('%s: the title is isolated with its own text direction, and the text is complete', (text, title) => {
  const { container } = render(<NoticeText text={text} />);
  expect(container.textContent).toBe(text);
  expect(container.querySelector('bdi')?.textContent).toBe(title);
});

test('a text without a title stays as it is', () => {
  const { container } = render(<NoticeText text="Create your first project." />);
  expect(container.innerHTML).toBe('Create your first project.');
});
