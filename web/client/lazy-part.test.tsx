import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { lazyPart } from './lazy-part.ts';

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;
const Fallback = ({ name }: { name: string }) => <p>{name} is not here</p>;

function show(Part: ReturnType<typeof lazyPart<{ name: string }>>) {
  render(
    <Suspense fallback="waits">
      <h1>The page</h1>
      <Part name="Ada" />
    </Suspense>,
  );
}

test('a part is shown once it has loaded', async () => {
  show(lazyPart('greeting', async () => Greeting, Fallback));
  await screen.findByText('Hello Ada');
});

test('a part that fails to load is replaced by its fallback, and the page stays', async () => {
  show(lazyPart('greeting', () => Promise.reject(new TypeError('Failed to fetch')), Fallback));
  await screen.findByText('Ada is not here');
  expect(screen.getByRole('heading', { name: 'The page' })).toBeTruthy();
});
