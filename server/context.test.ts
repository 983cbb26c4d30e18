import { expect, it } from 'vitest';
import { type Context, withServices } from './context.ts';

const context: Pick<Context, 'newId'> = { newId: () => 'id' };

it('combines the context and the services', () => {
  const { newId, plans } = withServices(context, { plans: 3 });
  expect([newId(), plans]).toEqual(['id', 3]);
});

it('rejects a service with the name of a member of the context at compile time', () => {
  // @ts-expect-error -- `db` is a member, although this service doesn't use it.
  withServices(context, { db: 3 });
});
