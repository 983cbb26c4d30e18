import { describe, expect, it } from 'vitest';
import { AUDIT_PHRASES } from './audit-sentences.ts';
import { allEndpoints, endpoints } from './endpoints.ts';
import { ERRORS } from './errors.ts';

describe('the table of endpoints', () => {
  it('uses each id and each path once', () => {
    const ids = allEndpoints.map(({ id }) => id);
    const addresses = allEndpoints.map(({ method, path }) => `${method} ${path}`);
    expect(ids).toEqual([...new Set(ids)]);
    expect(addresses).toEqual([...new Set(addresses)]);
  });

  it('names each endpoint by its resource and verb', () => {
    for (const [resource, contract] of Object.entries(endpoints)) {
      for (const [verb, endpoint] of Object.entries(contract))
        expect(endpoint.id).toBe(`${resource}.${verb}`);
    }
  });

  it.each(allEndpoints)('declares the access and the summary of $id', ({ access, summary }) => {
    expect(['public', 'user', 'admin', 'superadmin']).toContain(access);
    expect(summary).toMatch(/^[A-Z].*\.$/);
  });

  it.each(allEndpoints)('declares the scope of $id, unless it is public', ({ access, rows }) => {
    if (access === 'public') expect(rows).toBeUndefined();
    else expect(['own', 'self', 'shared', 'admin']).toContain(rows);
    if (rows === 'admin') expect(access).toMatch(/admin$/);
  });

  it.each(allEndpoints)('declares the audit log entries of $id', ({ method, audit }) => {
    if (method !== 'GET') expect(audit, 'name its entries, or why it writes none').toBeDefined();
    if (audit === undefined) return;
    if ('none' in audit) expect(audit.none).toMatch(/^[A-Z].{9,}[^.]$/);
    else for (const mark of audit) expect(Object.keys(AUDIT_PHRASES), `sentence of ${mark}`).toContain(mark);
  });

  /** Written by hand, so that a change of access changes this list too. */
  it.each([
    [
      'public',
      [
        'operation.health',
        'operation.ready',
        'operation.version',
        'operation.reportPolicy',
        'account.setupState',
        'account.setUp',
        'account.register',
        'account.signIn',
        'account.signInTwoFactor',
        'account.requestReset',
        'account.resetPassword',
        'account.verifyEmail',
        'account.restoreEmail',
        'googleSignIn.begin',
        'googleSignIn.finish',
        'googleSignIn.enterPassword',
        'myAgency.showInvitation',
        'files.published',
        'files.download',
        'billing.webhook',
      ],
    ],
    [
      'admin',
      [
        'agencies.list',
        'agencies.search',
        'agencies.choices',
        'agencies.create',
        'agencies.edit',
        'agencies.update',
        'agencies.remove',
        'users.list',
        'users.update',
        'users.endSessions',
        'users.changeAgency',
        'auditLog.list',
        'settings.show',
        'settings.update',
        'tutorials.create',
        'tutorials.edit',
        'tutorials.update',
        'tutorials.remove',
        'tutorials.move',
        'tutorials.uploadPreview',
        'tutorials.deletePreview',
        'billing.products',
        'billing.changeName',
        'billing.subscriptions',
        'billing.cancelFor',
        'billing.figures',
        'billing.switchCharge',
        'billing.switchOffer',
        'billing.refresh',
      ],
    ],
    ['superadmin', ['users.loginAs', 'users.turnOffTwoFactor']],
  ])('has exactly these calls for %s', (role, ids) => {
    const found = allEndpoints.filter(({ access }) => access === role).map(({ id }) => id);
    expect(found.toSorted()).toEqual(ids.toSorted());
  });

  it.each(allEndpoints)('describes the placeholders in the path of $id as params', ({ path, params }) => {
    const braces = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    expect(Object.keys(params?.shape ?? {}).toSorted()).toEqual(braces.toSorted());
    expect(path).toMatch(/^\/api\/v1(\/([\w-]+|\{\w+\}))+$/);
  });
});

it.each(Object.entries(ERRORS))(
  'the error %s has a failing status and a sentence',
  (_code, { status, text }) => {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(text).toMatch(/^[A-Z].*\.$/);
  },
);
