/** The maintenance screen: in the place of the whole application until somebody knows better. */
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Maintenance } from './maintenance.tsx';

const open = (maintenance: boolean) => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ success: true, data: { needed: false, maintenance, mailbox: false } }),
  );
  return render(
    <MantineProvider env="test">
      <Maintenance>
        <p>The application</p>
      </Maintenance>
    </MantineProvider>,
  );
};

test('says until when, and five clicks on the screw in the corner end it', async () => {
  const { container } = open(true);
  expect(await screen.findByText('Please try again after 10:00 AM EST.')).toBeTruthy();
  expect(screen.getByText('Thank you for your patience.')).toBeTruthy();
  expect(screen.queryByText('The application')).toBeNull();
  const screw = container.querySelector('button') as HTMLButtonElement;
  for (let click = 0; click < 4; click += 1) fireEvent.click(screw);
  expect(screen.queryByText('The application')).toBeNull();
  fireEvent.click(screw);
  expect(screen.getByText('The application')).toBeTruthy();
  expect(screen.queryByText('Thank you for your patience.')).toBeNull();
});

test('is not shown while maintenance is off', async () => {
  open(false);
  expect(await screen.findByText('The application')).toBeTruthy();
});
