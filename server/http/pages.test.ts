import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startBareApp } from '#testkit/bare-app.ts';

const PAGE =
  '<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__"><script type="module" src="/assets/app-1.js" nonce="__CSP_NONCE__"></script>';

const web = {
  'index.html': PAGE,
  'favicon.svg': '<svg/>',
  '.stamp': 'private',
  'assets/app-1.js': 'console.log(1);',
  'assets/style-1.css': 'body {}',
};

describe('the page', () => {
  it.each(['/', '/projects', '/projects/12/edit?tab=data', '/Ünïcode'])('is served at %s', async (url) => {
    const reply = await startBareApp({ web }).app.inject(encodeURI(url));
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.body).toContain('/assets/app-1.js');
  });

  it('has one nonce in its policy and its markup, and a different one each time', async () => {
    const { app } = startBareApp({ web });
    const replies = await Promise.all([app.inject('/'), app.inject('/')]);
    const nonces = replies.map(({ headers, body }) => {
      const nonce = /style-src 'self' 'nonce-([\w+/]{22}==)'/.exec(
        String(headers['content-security-policy']),
      )?.[1];
      expect(body).toBe(PAGE.replaceAll('__CSP_NONCE__', String(nonce)));
      return nonce;
    });
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it('allows no inline script, no foreign script and no framing', async () => {
    const { headers } = await startBareApp({ web }).app.inject('/');
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("worker-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy.join()).not.toContain('unsafe');
  });

  it('is never stored, because it contains the nonce', async () => {
    const { headers } = await startBareApp({ web }).app.inject('/');
    expect(headers['cache-control']).toBe('no-store');
  });

  it('responds to HEAD without a body', async () => {
    const reply = await startBareApp({ web }).app.inject({ method: 'HEAD', url: '/' });
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toBe('');
  });

  it.each(['POST', 'PUT', 'DELETE'] as const)('rejects %s', async (method) => {
    const reply = await startBareApp({ web }).app.inject({ method, url: '/projects' });
    expect(reply.statusCode).toBe(405);
    expect(reply.headers.allow).toBe('GET, HEAD');
  });

  it("explains what to do when the application isn't built", async () => {
    const reply = await startBareApp().app.inject('/');
    expect(reply.statusCode).toBe(503);
    expect(reply.json().message).toBe('The web application isn’t built. Run: npm run build');
  });
});

describe('a file of the application', () => {
  it('is cached for a year if its name contains its hash', async () => {
    const reply = await startBareApp({ web }).app.inject('/assets/app-1.js');
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toBe('console.log(1);');
    expect(reply.headers['content-type']).toBe('application/javascript; charset=utf-8');
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('is revalidated each time otherwise', async () => {
    const reply = await startBareApp({ web }).app.inject('/favicon.svg');
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['cache-control']).toBe('no-cache');
  });

  it('carries the policy that a worker created from it must obey', async () => {
    const { headers } = await startBareApp({ web }).app.inject('/assets/app-1.js');
    expect(headers['content-security-policy']).toContain("worker-src 'self'");
    expect(headers['content-security-policy']).not.toContain('nonce');
  });

  it('is sent compressed to clients that accept it', async () => {
    const { app } = startBareApp({
      web: { ...web, 'assets/app-1.js.br': brotliCompressSync('console.log(1);').toString('latin1') },
    });
    const reply = await app.inject({ url: '/assets/app-1.js', headers: { 'accept-encoding': 'br' } });
    expect(reply.headers['content-encoding']).toBe('br');
    const plain = await app.inject('/assets/app-1.js');
    expect(plain.headers['content-encoding']).toBeUndefined();
  });

  it.each([
    '/assets/none.js',
    '/none.png',
    '/.stamp',
    '/.env',
    '/assets/../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/index.html',
  ])("isn't available at %s", async (url) => {
    const reply = await startBareApp({ web }).app.inject(url);
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toMatchObject({ success: false, code: 'not_found' });
  });
});
