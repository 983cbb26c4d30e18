/** A session that ends on the server, logging out, and live notifications. */
import { describe, expect, it } from 'vitest';
import { inDeepTier } from '#testkit/tier.ts';
import { visit, visitSignedIn } from './browser.ts';
import { makeFinishedProject, towns } from './made-projects.ts';
import { press } from './press.ts';
import { watchCalls } from './project-form.ts';
import { endSession, logOut, readStorage, signIn } from './sessions.ts';

describe('a session', () => {
  it('that ended on the server redirects to the sign-in form, and from there back to the page', async () => {
    const { page } = await visit('/projects?search=towns&sort=title');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn(page);
    await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('?search=towns&sort=title');
    await endSession(page);
    // The open page notices it at its next poll.
    await page.clock.fastForward(5000);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expect.poll(() => readStorage(page)).not.toContain('userData');
    await signIn(page);
    await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('?search=towns&sort=title');
  });

  it('ends in all tabs when the user logs out: draft, session, storage, in this order', async () => {
    const { page } = await visitSignedIn('/dashboard');
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    const other = await page.context().newPage();
    await other.goto('/projects');
    await other.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
    await page.evaluate(() => localStorage.setItem('selectedProjectType', '{"name":"WordPress"}'));
    const calls = watchCalls(page);
    await logOut(page);
    expect(calls.filter((call) => /cancel-project|logout/.test(call))).toEqual([
      'GET project/cancel-project',
      'POST auth/logout',
    ]);
    await expect.poll(() => readStorage(page)).toEqual([]);
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto('/projects');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});

inDeepTier(() => {
  describe('notifications', () => {
    it('arrive while the page is open, are read one by one or all at once, and have their own pages', async () => {
      const { page } = await visitSignedIn('/notifications');
      await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor();
      const bell = page.getByRole('button', { name: /^Notifications/ }).first();
      await expect.poll(() => bell.getAttribute('aria-label')).toBe('Notifications');
      const id = await makeFinishedProject({ title: 'Told twice', script: towns(2) });
      await makeFinishedProject({ title: 'Told twice', script: towns(3), id });
      const text = '3 of 3 pages of “Told twice” ready to import.';
      await page.getByRole('main').getByText(text).waitFor();
      await expect.poll(() => bell.getAttribute('aria-label')).toBe('Notifications, 2 unread');
      await press(page.getByRole('main').getByRole('link', { name: text }));
      await page.waitForURL(/\/notifications\/\d+$/);
      await page.getByText(text).first().waitFor();
      await expect.poll(() => bell.getAttribute('aria-label')).toBe('Notifications, 1 unread');
      await press(page.getByRole('link', { name: 'View project' }));
      await page.getByRole('heading', { name: '3 of 3 pages ready to import' }).waitFor();
      await press(bell);
      await page.getByRole('button', { name: 'Mark all as read' }).click();
      await expect.poll(() => bell.getAttribute('aria-label')).toBe('Notifications');
    });
  });
});
