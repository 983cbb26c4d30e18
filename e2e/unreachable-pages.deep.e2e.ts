/** Pages that can't be shown without their code, a connection or their data; and logging out without a server. */
import { describe, expect, it } from 'vitest';
import { visitSignedIn } from './browser.ts';
import { makeFinishedProject, towns } from './made-projects.ts';
import { press } from './press.ts';
import { logOut, readStorage } from './sessions.ts';

describe('a page that can’t be shown', () => {
  it('reports missing code, and Reload loads it', async () => {
    const { page } = await visitSignedIn('/dashboard');
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await page.route('**/assets/projects-page-*.js', (route) => route.abort());
    await press(page.getByRole('link', { name: 'Projects', exact: true }).first());
    await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
    await page.getByText('Loading chunk projects-page failed').waitFor();
    await page.unroute('**/assets/projects-page-*.js');
    await press(page.getByRole('button', { name: 'Reload' }));
    await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
  });

  it('reports a lost connection, and reloads when it is back', async () => {
    await makeFinishedProject({ title: 'Listed before', script: towns(2) });
    const { page } = await visitSignedIn('/projects');
    await page.getByRole('table', { name: 'Projects' }).waitFor();
    await page.context().setOffline(true);
    const banner = page.getByRole('status').filter({ hasText: 'You are offline' });
    await banner.waitFor();
    const [reloaded] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('/api/v1/projects?')),
      page.context().setOffline(false),
    ]);
    expect(reloaded.ok()).toBe(true);
    await banner.waitFor({ state: 'detached' });
  });
});

describe('a session', () => {
  it('ends in this browser even if the server is unreachable', async () => {
    const { page } = await visitSignedIn('/dashboard');
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await page.route('**/api/v1/**', (route) => route.abort());
    await logOut(page);
    await expect.poll(() => readStorage(page)).toEqual([]);
  });
});

describe('notifications', () => {
  it('that don’t exist show a page that reports it', async () => {
    const { page } = await visitSignedIn('/notifications/999999');
    await page.getByRole('heading', { name: 'We couldn’t find that notification.' }).waitFor();
    await press(page.getByRole('main').getByRole('link', { name: 'Back to notifications' }));
    await page.waitForURL('**/notifications');
  });
});
