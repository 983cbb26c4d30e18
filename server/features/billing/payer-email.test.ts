/** Receipts go to the current email address of the payer. */
import { expect, it, vi } from 'vitest';
import { createPasswordHash } from '#server/gateways/password-hash.ts';
import type { SignedInUser } from '#testkit/users.ts';
import { sendForm } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import type { Mailbox } from '../../../sim/mailbox.ts';
import { post, subscribe, useBilling } from './billing-fixture.ts';

const PASSWORD = 'nine orange ladders';
const WAIT = { timeout: 20_000, interval: 20 };
const passwordHash = await createPasswordHash({ memoryKiB: 64, passes: 1 }).hash(PASSWORD, 'test');
const start = useBilling(useTestApp);

async function readToken(mailbox: Mailbox, to: string, subject: string): Promise<string> {
  const find = () => mailbox.mails.find((mail) => mail.to.includes(to) && mail.subject === subject);
  const mail = await vi.waitUntil(find, WAIT);
  return new URL(/https?:\/\/\S+/.exec(mail.text)?.[0] ?? '').searchParams.get('token') ?? '';
}

it('a confirmed or restored email address is copied to the customer at Stripe', async () => {
  const [email, next] = ['old@payer.example', 'new@payer.example'];
  const { app, user, stripe, mailbox } = await start({ email, passwordHash });
  await subscribe(app, user, 'Starter');
  const readEmail = () => {
    const all = stripe.state.list('customer');
    return all.find(({ metadata }) => metadata['workspace_id'] === String(user.workspaceId))?.email;
  };
  expect(readEmail()).toBe(email);
  const names = { first_name: 'Ada', last_name: 'Lovelace' };
  const fields = { ...names, email: next, current_password: PASSWORD };
  const saved = await sendForm(app, user, { url: '/api/v1/account/set-personal-info', fields });
  expect(saved.statusCode, saved.body).toBe(200);
  expect(readEmail()).toBe(email);
  const visitor = { headers: {} } as SignedInUser;
  const token = await readToken(mailbox, next, 'Confirm your new email address');
  expect((await post(app, visitor, 'account/verify-email', { token })).statusCode).toBe(200);
  await vi.waitUntil(() => readEmail() === next, WAIT);
  const undo = await readToken(mailbox, email, 'Your Geoloom email address was changed');
  expect((await post(app, visitor, 'account/restore-email', { token: undo })).statusCode).toBe(200);
  await vi.waitUntil(() => readEmail() === email, WAIT);
});
