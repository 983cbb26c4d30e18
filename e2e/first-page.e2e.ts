/** The first page works under its content security policy. */
import { describe, expect, it } from 'vitest';
import { visit, visitSignedIn } from './browser.ts';

describe('the first page', () => {
  it('is the sign-in form next to the slides, and the browser reports no errors', async () => {
    const { page, errors, readPolicyReports } = await visit('/');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.getByText('Learn How Geoloom').first().waitFor();
    expect(await page.title()).toContain('Geoloom');
    expect(await readPolicyReports()).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('sets the nonce of the response on styles that are added later', async () => {
    const { page } = await visit('/');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    const nonce = await page.evaluate(
      () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '',
    );
    expect(nonce).toMatch(/^[\w+/]{22}==$/);
    const second = await visit('/');
    const other = await second.page.evaluate(
      () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '',
    );
    expect(other).not.toBe(nonce);
  });

  it('would report a script or style that the policy does not allow', async () => {
    const { page, readPolicyReports } = await visit('/');
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.intruder = true;';
      document.body.append(script);
      const style = document.createElement('style');
      style.textContent = 'body { color: red; }';
      document.body.append(style);
    });
    expect(await page.evaluate(() => 'intruder' in window)).toBe(false);
    await expect
      .poll(async () => (await readPolicyReports()).map((line) => line.split(' ')[0]))
      .toEqual(['require-trusted-types-for', 'script-src-elem', 'style-src-elem']);
  });

  it('would report HTML from strings and foreign scripts, and allows styles (Trusted Types)', async () => {
    const { page, readPolicyReports } = await visit('/');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.evaluate(() => {
      document.createElement('div').innerHTML = '<b>bold</b>';
      document.createElement('style').innerHTML = '@media (1px < width) { a > b { color: red } }';
      new DOMParser().parseFromString('<b>bold</b>', 'text/html');
      document.createElement('script').src = 'https://elsewhere.example/a.js';
      document.createElement('script').src = '/assets/none.js';
      document.createElement('script').text = 'intrude()';
    });
    await expect
      .poll(async () => (await readPolicyReports()).map((line) => line.replace(/^(\S+) .*:\d+ /, '$1 ')))
      .toEqual([
        'require-trusted-types-for Element innerHTML|<b>bold</b>',
        'require-trusted-types-for DOMParser parseFromString|<b>bold</b>',
        'require-trusted-types-for HTMLScriptElement src|https://elsewhere.example/a.js',
        'require-trusted-types-for HTMLScriptElement text|intrude()',
      ]);
  });

  it('shows a page of its own for an unknown path', async () => {
    const { page, errors } = await visitSignedIn('/no/such/page');
    await expect.poll(() => page.locator('body').innerText()).toMatch(/not found|no page/i);
    expect(errors).toEqual([]);
  });
});
