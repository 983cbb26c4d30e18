/** Adding and editing a domain: fixed texts, validation, and the redirect after saving. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pass } from '#testkit/web-clock.ts';
import { openPage, type Sent } from '../projects/shared/page-fixture.tsx';
import { AddDomainPage } from './add-domain-page.tsx';
import { EditDomainPage } from './edit-domain-page.tsx';

const DOMAIN = {
  id: 4,
  name: 'roofs.example',
  project_type: 'Images',
  status: '0',
  revision: 3,
  is_read_only: false,
  created_at: '2026-11-21T12:00:00Z',
  updated_at: '2026-11-21T12:00:00Z',
};
const PATH = '/domains/add-domain';
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const type = (value: string) => fireEvent.change(field('Domain Name'), { target: { value } });

const openEdit = (reply: (sent: Sent) => object | undefined = () => undefined) =>
  openPage(
    EditDomainPage,
    { path: '/domains/:id/edit', at: '/domains/4/edit' },
    (sent) => reply(sent) ?? { data: sent.method === 'GET' ? [DOMAIN] : DOMAIN },
  );

test('a domain is added once it is valid, and the form opens the list after two seconds', async () => {
  const page = openPage(AddDomainPage, { path: PATH }, () => ({ data: DOMAIN }));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Add Domain');
  expect(screen.getByText('Add a new domain to your account.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'New Domain' })).toBeTruthy();
  expect(screen.getByText('Make sure there are no typos, once added you cannot make changes.')).toBeTruthy();
  expect(field('Website Type').value).toBe('WordPress');
  expect(field('Status').value).toBe('1');
  expect(button('Add Domain').disabled).toBe(true);
  type('roofs.example');
  fireEvent.click(button('Add Domain'));
  expect(await screen.findByText('Domain added successfully!')).toBeTruthy();
  expect(JSON.parse(page.sent.at(-1)?.body as string)).toEqual({
    name: 'roofs.example',
    project_type: 'WordPress',
    status: '1',
  });
  await pass(1999);
  expect(page.path()).toBe(PATH);
  await pass(1);
  expect(page.path()).toBe('/domains');
});

test('an invalid name is reported on blur and on Enter; a change clears the error', async () => {
  const page = openPage(AddDomainPage, { path: PATH }, () => ({ data: DOMAIN }));
  type('://roofs');
  fireEvent.blur(field('Domain Name'));
  expect(await screen.findByText('Invalid domain')).toBeTruthy();
  fireEvent.keyDown(field('Domain Name'), { key: 'Enter' });
  expect(await screen.findByText('Please enter a valid domain')).toBeTruthy();
  type('://roof');
  await waitFor(() => expect(screen.queryByText(/nvalid domain|valid domain$/)).toBeNull());
  expect(page.sent.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('the edit form doesn’t validate, shows the stored values, and opens the list after two seconds', async () => {
  const page = openEdit();
  expect((await screen.findByRole('heading', { level: 1, name: 'Edit Domain' })).textContent).toBeTruthy();
  expect(await screen.findByText('Edit domain to your account.')).toBeTruthy();
  expect([field('Domain Name').value, field('Website Type').value, field('Status').value]).toEqual([
    'roofs.example',
    'Images',
    '0',
  ]);
  type('no domain at all');
  fireEvent.blur(field('Domain Name'));
  fireEvent.click(button('Save Domain'));
  expect(await screen.findByText('Domain saved successfully!')).toBeTruthy();
  expect(page.sent.some(({ method, path }) => `${method} ${path}` === 'PUT domains/4')).toBe(true);
  await pass(2000);
  expect(page.path()).toBe('/domains');
});

test('the edit form of an inactive agency is read-only, with the reason', async () => {
  const page = openEdit(({ method }) =>
    method === 'GET' ? { data: [{ ...DOMAIN, is_read_only: true }] } : undefined,
  );
  expect(await screen.findByText('The agency is inactive, so this is read-only.')).toBeTruthy();
  for (const label of ['Domain Name', 'Website Type', 'Status'])
    expect(field(label).disabled, label).toBe(true);
  expect(button('Save Domain').disabled).toBe(true);
  expect(page.sent.every(({ method }) => method === 'GET')).toBe(true);
});

test.each([
  [
    'the server’s message',
    { status: 409, code: 'conflict', message: 'It is there already.' },
    'It is there already.',
  ],
  ['the fixed text', undefined, 'Failed to save domain:'],
])('a save that fails shows %s', async (_what, refusal, text) => {
  openEdit(({ method }) => {
    if (method !== 'PUT') return undefined;
    if (refusal) return refusal;
    throw new TypeError('no net');
  });
  await screen.findByText('Edit domain to your account.');
  type('other.example');
  fireEvent.click(button('Save Domain'));
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
});

test('a domain that can’t be added shows the fixed message', async () => {
  openPage(AddDomainPage, { path: '/domains/add-domain' }, () => Promise.reject(new TypeError('no net')));
  type('other.example');
  fireEvent.click(button('Add Domain'));
  expect(await screen.findByText('Failed to add domain:')).toBeTruthy();
});
