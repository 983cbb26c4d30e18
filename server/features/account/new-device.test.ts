/** Emails about sign-ins from devices without an earlier session. */
import { describe, expect, it } from 'vitest';
import { addUser } from '#testkit/users.ts';
import { openTestDatabase } from '#testkit/test-database.ts';
import { DAY_MS, formOf, GOOD_PASSWORD, openAccountBench, visitorFrom } from './account-fixture.ts';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36';
const NEWER_CHROME = CHROME.replace('131', '140');
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';
const body = { email: 'ada@example.com', password: GOOD_PASSWORD };
const from = (ip: string, agent = CHROME) => ({ ...visitorFrom(ip), agent });

async function openBench() {
  const bench = await openAccountBench(openTestDatabase());
  const { account, sent } = bench;
  const register = () => account.register({ body: formOf() }, from('192.0.2.1'));
  const countMails = () => sent.filter(({ kind }) => kind === 'new_device').length;
  /** @returns `isMailed`: true if an email was sent */
  const signIn = async (ip: string, agent?: string) => {
    const before = countMails();
    const signed = await account.signIn({ body }, from(ip, agent));
    return { isMailed: countMails() > before, signed };
  };
  const readEmail = () => {
    const id = sent.findLast(({ kind }) => kind === 'new_device')?.id ?? '';
    return account.emailTemplates.new_device(id);
  };
  return { ...bench, register, signIn, countMails, readEmail };
}

describe('a sign-in from a new device', () => {
  it('is reported by email with its time, browser, system and network, and a link to end it', async () => {
    const { register, signIn, countMails, readEmail, pass } = await openBench();
    await register();
    expect(countMails(), 'the first of the account').toBe(0);
    pass(DAY_MS);
    expect((await signIn('198.51.100.7', FIREFOX)).isMailed).toBe(true);
    const email = await readEmail();
    expect(email).toMatchObject({
      to: 'ada@example.com',
      subject: 'New sign-in to Geoloom',
      action: { url: 'https://geoloom.example/settings' },
    });
    const text = email?.paragraphs.join('\n') ?? '';
    for (const part of [
      'Jun 2, 2026, 12:00 PM UTC',
      'Firefox on Windows',
      '198.51.100.7',
      'change your password',
    ])
      expect(text).toContain(part);
  });

  it('has another network, browser or system; another browser version doesn’t count', async () => {
    const { register, signIn } = await openBench();
    await register();
    const mailed = async (ip: string, agent?: string) => (await signIn(ip, agent)).isMailed;
    expect(await mailed('192.0.2.1')).toBe(false);
    expect(await mailed('192.0.2.1', NEWER_CHROME)).toBe(false);
    expect(await mailed('192.0.2.2')).toBe(true);
    expect(await mailed('192.0.2.2'), 'known from now on').toBe(false);
    expect(await mailed('192.0.2.1', FIREFOX)).toBe(true);
    expect(await mailed('192.0.2.2', FIREFOX), 'each known, but not together').toBe(true);
  });

  it('isn’t new with another address of the same network', async () => {
    const { register, signIn } = await openBench();
    await register();
    const mailed = async (ip: string, agent?: string) => (await signIn(ip, agent)).isMailed;
    expect(await mailed('2001:db8:1:2::1')).toBe(true);
    expect(await mailed('2001:db8:1:2:ffff::9'), 'the same household').toBe(false);
  });

  it('is reported at most three times per hour, because the address may be a stranger’s', async () => {
    const { register, signIn, countMails } = await openBench();
    await register();
    for (let network = 10; network < 16; network += 1) await signIn(`203.0.${network}.1`);
    expect(countMails()).toBe(3);
  });

  it('stays known until its ended session is deleted', async () => {
    const { account, register, signIn, db, now, pass } = await openBench();
    await register();
    const { signed } = await signIn('192.0.2.2');
    const caller = await account.authenticate(signed.access_token, from('192.0.2.2'));
    if (caller === undefined) throw new Error('The session did not open.');
    await account.signOut({}, caller);
    pass(29 * DAY_MS);
    expect((await signIn('192.0.2.2')).isMailed).toBe(false);
    await db.deleteFrom('sessions').execute();
    pass(DAY_MS);
    expect(now().getTime()).toBeGreaterThan(0);
    expect((await signIn('192.0.2.2')).isMailed, 'no session is left of an old account').toBe(true);
  });

  it('isn’t reported for a wrong password or a superadmin who signs in as the user', async () => {
    const { account, db, register, countMails, sent } = await openBench();
    const { id: userId } = await register();
    const wrong = account.signIn({ body: { ...body, password: 'wrong' } }, from('203.0.113.9', FIREFOX));
    await expect(wrong).rejects.toMatchObject({ code: 'wrong_credentials' });
    const { token } = await addUser(db, {
      role: 'superadmin',
      signedInAt: new Date(Date.UTC(2026, 5, 1, 12)),
    });
    const caller = await account.authenticate(token, from('203.0.113.9', FIREFOX));
    if (caller === undefined) throw new Error('The superadmin is not signed in.');
    await account.impersonation.loginAs({ userId, reason: 'Asked for help' }, caller);
    expect(countMails()).toBe(0);
    expect(sent.some(({ kind }) => kind === 'impersonated')).toBe(true);
  });
});
