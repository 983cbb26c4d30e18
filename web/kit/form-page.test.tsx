/** Form page over an endpoint, for a new row and for a loaded one. */
import { TextInput } from '@mantine/core';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { domainsContract } from '#contract/domains.contract.ts';
import { pass, stopClock } from '#testkit/web-clock.ts';
import { type FakeReply, openPage, type Sent } from '../features/projects/shared/page-fixture.tsx';
import { FormPage } from './form-page.tsx';
import { LoadedForm } from './loaded-form.tsx';
import { useContractForm } from './use-contract-form.ts';

function AddPage() {
  const form = useContractForm(domainsContract.create, {
    initial: { name: '' },
    refresh: ['domains'],
    success: 'Domain added successfully!',
    failure: 'Failed to add domain:',
    redirect: { to: '/domains', afterMs: 2000 },
  });
  return (
    <FormPage
      title="Add Domain"
      form={form}
      button="Add Domain"
      busy="Adding..."
      disabledReason={form.isValid ? undefined : 'Enter a domain first.'}
      cancel="/domains"
    >
      <TextInput label="Domain Name" {...form.field('name')} />
    </FormPage>
  );
}

type Stored = { id: number; name: string; revision: number };

function EditPage() {
  return (
    <LoadedForm endpoint={domainsContract.edit} title="Edit Domain" noun="domain">
      {(domain, reload) => <EditForm domain={domain} reload={reload} />}
    </LoadedForm>
  );
}

function EditForm({ domain, reload }: { domain: Stored; reload: () => void }) {
  const form = useContractForm(domainsContract.update, {
    initial: { name: domain.name },
    input: (values, saved) => ({
      params: { id: domain.id },
      body: { ...values, revision: (saved ?? domain).revision },
    }),
    refresh: ['domains'],
    success: 'Domain saved successfully!',
    failure: 'Failed to save domain:',
  });
  return (
    <FormPage title="Edit" form={form} button="Save" busy="Saving..." cancel="/domains" onReload={reload}>
      <TextInput label="Domain Name" {...form.field('name')} />
    </FormPage>
  );
}

const stored = (more = {}) => ({ id: 7, name: 'a.com', revision: 1, ...more });
const bodies = ({ sent }: { sent: Sent[] }, wanted = 'POST') =>
  sent.filter(({ method }) => method === wanted).map(({ body }) => JSON.parse(body as string) as unknown);
const openAdd = (reply: (sent: Sent) => FakeReply | Promise<FakeReply>) =>
  openPage(AddPage, { path: '/add-domain' }, reply);
const openEdit = (reply: (sent: Sent) => FakeReply | Promise<FakeReply>, id = '7') =>
  openPage(EditPage, { path: '/domains/:id/edit', at: `/domains/${id}/edit` }, reply);
const type = (text: string) =>
  fireEvent.change(screen.getByLabelText('Domain Name'), { target: { value: text } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const toast = () => screen.getByText('Domain added successfully!').closest('[role="status"]') as Element;

describe('a form of a new row', () => {
  test('can’t be saved while it is invalid, and shows the reason', () => {
    openAdd(() => ({ data: stored() }));
    const button = screen.getByRole('button', { name: 'Add Domain' });
    expect(button).toHaveProperty('disabled', true);
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Enter a domain first.',
    );
    type('a.com');
    expect(button).toHaveProperty('disabled', false);
  });

  test('sends its fields once, shows the message, and redirects after the specified time', async () => {
    stopClock();
    const page = openAdd(() => ({ data: stored() }));
    type('a.com');
    press('Add Domain');
    press('Adding...');
    await screen.findByText('Domain added successfully!');
    press('Add Domain');
    expect(bodies(page)).toEqual([{ name: 'a.com' }]);
    await pass(1900);
    expect(page.path()).toBe('/add-domain');
    await pass(200);
    expect(page.path()).toBe('/domains');
  });

  test('disables Save while it is sent, and then restores its focus', async () => {
    let respond: (reply: FakeReply) => void = () => {};
    openAdd(() => new Promise((resolve) => (respond = resolve)));
    type('a.com');
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Add Domain' });
    button.focus();
    press('Add Domain');
    expect(await screen.findByRole('button', { name: 'Adding...' })).toHaveProperty('disabled', true);
    button.blur();
    respond({ data: stored() });
    await waitFor(() => expect(button.disabled).toBe(false));
    expect(document.activeElement).toBe(button);
  });

  test('delays the redirect while the pointer or the focus is in the message', async () => {
    stopClock();
    const page = openAdd(() => ({ data: stored() }));
    type('a.com');
    press('Add Domain');
    await screen.findByText('Domain added successfully!');
    fireEvent.pointerMove(toast(), { movementX: 3 });
    await pass(60_000);
    expect(page.path()).toBe('/add-domain');
    fireEvent.pointerLeave(toast());
    await pass(1000);
    fireEvent.focus(screen.getByRole('button', { name: 'Close this message' }));
    await pass(60_000);
    expect(page.path()).toBe('/add-domain');
    press('Close this message');
    await pass(1900);
    expect(page.path()).toBe('/add-domain');
    await pass(200);
    expect(page.path()).toBe('/domains');
  });

  test('shows the server’s error at its field and in a message, and doesn’t redirect', async () => {
    const errors = { name: ['This domain exists already'] };
    openAdd(() => ({ status: 422, code: 'invalid', message: 'Some fields aren’t valid.', errors }));
    type('a.com');
    press('Add Domain');
    await screen.findByText('Fix 1 problem to continue');
    expect(screen.getByLabelText('Domain Name').getAttribute('aria-invalid')).toBe('true');
    // The same error at the field, in the summary, and in the message.
    expect(screen.getAllByText('This domain exists already')).toHaveLength(3);
    expect(screen.queryByText('Some fields aren’t valid.')).toBeNull();
    press('This domain exists already');
    expect(document.activeElement).toBe(screen.getByLabelText('Domain Name'));
  });

  test('shows its own message without a reply', async () => {
    openAdd(() => Promise.reject(new TypeError('no net')));
    type('a.com');
    press('Add Domain');
    expect(await screen.findByText('Failed to add domain:')).toBeTruthy();
  });

  test('asks for confirmation before leaving only with unsaved changes', async () => {
    const page = openAdd(() => ({ data: stored() }));
    type('a.com');
    fireEvent.click(screen.getByRole('link', { name: 'Cancel' }));
    await screen.findByText('Leave this page? Your changes are not saved.');
    press('No');
    expect(page.path()).toBe('/add-domain');
    press('Add Domain');
    await screen.findByText('Domain added successfully!');
    type('typed too late');
    fireEvent.click(screen.getByRole('link', { name: 'Open it now' }));
    await waitFor(() => expect(page.path()).toBe('/domains'));
  });
});

describe('a form of a row that is loaded', () => {
  test('starts with the row, and can save twice in a row', async () => {
    const page = openEdit(({ method, body }) =>
      method === 'GET'
        ? { data: [stored()] }
        : { data: stored({ revision: (JSON.parse(body as string) as Stored).revision + 1 }) },
    );
    await waitFor(() => expect(screen.getByLabelText('Domain Name')).toHaveProperty('value', 'a.com'));
    type('b.com');
    press('Save');
    await waitFor(() => expect(bodies(page, 'PUT')).toEqual([{ name: 'b.com', revision: 1 }]));
    await screen.findByRole('button', { name: 'Save' });
    expect(screen.getByLabelText('Domain Name')).toHaveProperty('value', 'b.com');
    press('Save');
    await waitFor(() => expect(bodies(page, 'PUT')).toHaveLength(2));
    expect(bodies(page, 'PUT')[1]).toEqual({ name: 'b.com', revision: 2 });
  });

  test('can be reloaded if another user saved first', async () => {
    let revision = 1;
    openEdit(({ method }) =>
      method === 'GET'
        ? { data: [stored({ name: `${revision}.com`, revision })] }
        : { status: 409, code: 'conflict', message: 'Someone else changed this in the meantime.' },
    );
    await waitFor(() => expect(screen.getByLabelText('Domain Name')).toHaveProperty('value', '1.com'));
    revision = 2;
    type('b.com');
    press('Save');
    fireEvent.click(await screen.findByRole('button', { name: 'Discard my changes and reload' }));
    await waitFor(() => expect(screen.getByLabelText('Domain Name')).toHaveProperty('value', '2.com'));
  });

  test.each(['0', 'x', '1e3'])('with the id %s shows no form, and sends no request', (id) => {
    const page = openEdit(() => ({ data: [] }), id);
    expect(screen.getByRole('heading', { name: 'We couldn’t find that domain.' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to domains' }).getAttribute('href')).toBe('/domains');
    expect(page.sent.filter(({ path }) => path.startsWith('domains'))).toEqual([]);
  });

  test('can be retried if it fails to load', async () => {
    let isDown = true;
    openEdit(() =>
      isDown ? { status: 403, code: 'forbidden', message: 'Not for you.' } : { data: [stored()] },
    );
    await screen.findByText('Couldn’t load the domain.');
    isDown = false;
    press('Try again');
    expect(await screen.findByLabelText('Domain Name')).toHaveProperty('value', 'a.com');
  });
});
