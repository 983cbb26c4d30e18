/** A card that throws, among others. */
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Card } from './card.tsx';
import { CardStack } from './card-boundary.tsx';

function Broken(): never {
  throw new TypeError('null has no rows');
}

it('shows a message for a card that throws, and the other cards', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <MantineProvider>
      <CardStack>
        <Broken />
        <Card title="Usage">3 of 5 domains</Card>
      </CardStack>
    </MantineProvider>,
  );
  expect(screen.getByRole('status').textContent).toContain('Couldn’t load this part.');
  expect(screen.getByRole('region', { name: 'Usage' }).textContent).toContain('3 of 5 domains');
  expect(log).toHaveBeenCalled();
});
