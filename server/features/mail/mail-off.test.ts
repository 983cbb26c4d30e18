/** Without a mail server, calls that only send an email are rejected and queue nothing. */
import { expect, it } from 'vitest';
import { addAgency, addUser } from '#testkit/users.ts';
import { sendForm } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { createPasswordHash } from '#server/gateways/password-hash.ts';

const enter = useTestApp({ isMailOff: true });
const PASSWORD = 'nine orange ladders';
const passwordHash = await createPasswordHash({ memoryKiB: 64, passes: 1 }).hash(PASSWORD, 'test');

it('rejects an invitation, a password reset, a confirmation and an email change, with the reason', async () => {
  const { app, database } = await enter();
  expect((await app.inject('/api/v1/setup')).json()).toMatchObject({ data: { mail: false } });
  const email = 'ada@mail-off.example';
  const ada = await addUser(database.db, { email, passwordHash, isUnverified: true });
  await addAgency(database.db, [ada]);
  const ask = async (path: string, payload: object = {}) => {
    const { headers } = ada;
    const reply = await app.inject({ method: 'POST', url: `/api/v1/${path}`, headers, payload });
    return [reply.statusCode, reply.json().code, reply.json().message];
  };
  const off = [
    503,
    'mail_off',
    'Email isn’t set up on this server, so nothing was sent. Ask your administrator.',
  ];
  expect(await ask('my-agency/invite', { email: 'new@example.com' })).toEqual(off);
  expect(await ask('account/password/email', { email })).toEqual(off);
  // The same for an address without an account.
  expect(await ask('account/password/email', { email: 'unknown@example.com' })).toEqual(off);
  expect(await ask('account/verify-email/resend')).toEqual(off);
  const fields = {
    first_name: 'Ada',
    last_name: 'Weaver',
    email: 'new@mail-off.example',
    current_password: PASSWORD,
  };
  const saved = await sendForm(app, ada, { url: '/api/v1/account/set-personal-info', fields });
  expect([saved.statusCode, saved.json().code]).toEqual([503, 'mail_off']);
  const counts = await runSql(
    database,
    `select (select count(*) from invitations) as invitations, (select count(*) from email_changes) as changes,
      (select count(*) from pgboss.job where name = 'mail') as mails`,
  );
  expect(counts).toEqual([{ invitations: 0, changes: 0, mails: 0 }]);
});
