/** Form page over an endpoint, for a new row and for a loaded one. */
import { TextInput } from '@mantine/core';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { domainsContract } from '#contract/domains.contract.ts';
import { pass, stopClock } from '#testkit/web-clock.ts';
import { type Answer, openPage, type Sent } from '../features/projects/shared/page-fixture.tsx';
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
const openAdd = (answer: (sent: Sent) => Answer | Promise<Answer>) =>
  openPage(AddPage, { path: '/add-domain' }, answer);
const openEdit = (answer: (sent: Sent) => Answer | Promise<Answer>, id = '7') =>
  openPage(EditPage, { path: '/domains/:id/edit', at: `/domains/${id}/edit` }, answer);
const type = (text: string) =>
  fireEvent.change(screen.getByLabelText('Domain Name'), { target: { value: text } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const toast = () => screen.getByText('Domain added successfully!').closest('[role="status"]') as Element;

describe('a form of a new row', () => {
  test('cannot be saved before its rules hold, and says why', () => {
    openAdd(() => ({ data: stored() }));
    const button = screen.getByRole('button', { name: 'Add Domain' });
    expect(button).toHaveProperty('disabled', true);
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Enter a domain first.',
    );
    type('a.com');
    expect(button).toHaveProperty('disabled', false);
  });

  test('sends its fields once, shows the message, and goes on after the time that is fixed', async () => {
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

  test('has Save disabled while it is sent, and gives it the focus back', async () => {
    let answer: (reply: Answer) => void = () => {};
    openAdd(() => new Promise((resolve) => (answer = resolve)));
    type('a.com');
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Add Domain' });
    button.focus();
    press('Add Domain');
    expect(await screen.findByRole('button', { name: 'Adding...' })).toHaveProperty('disabled', true);
    button.blur();
    answer({ data: stored() });
    await waitFor(() => expect(button.disabled).toBe(false));
    expect(document.activeElement).toBe(button);
  });

  test('waits while the pointer is moved into the message, and while the focus is there', async () => {
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

  test('shows what the server refuses at its field and in a message, and goes nowhere', async () => {
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

  test('without an answer of the server says its own words', async () => {
    openAdd(() => Promise.reject(new TypeError('no net')));
    type('a.com');
    press('Add Domain');
    expect(await screen.findByText('Failed to add domain:')).toBeTruthy();
  });

  test('is left with a question only while something is not saved', async () => {
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
  test('begins with the row, and saves again on top of its own save', async () => {
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

  test('that somebody else saved first can be loaded again', async () => {
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

  test.each(['0', 'x', '1e3'])('at the address %s is none, and nothing is asked', (id) => {
    const page = openEdit(() => ({ data: [] }), id);
    expect(screen.getByRole('heading', { name: 'We couldn’t find that domain.' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to domains' }).getAttribute('href')).toBe('/domains');
    expect(page.sent.filter(({ path }) => path.startsWith('domains'))).toEqual([]);
  });

  test('that cannot be loaded can be tried again', async () => {
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
