import { describe, expect, it } from 'vitest';
import { startBareApp } from '#testkit/bare-app.ts';
import { z } from 'zod';
import { defineContract } from '#contract/endpoint.ts';
import { createRoutes, type Handlers } from './bind.ts';
import { noteContract } from './bind-fixture.ts';

type NoteHandlers = Handlers<typeof noteContract>;

const HANDLERS: NoteHandlers = {
  show: ({ params, query }) => ({ id: params.id, text: query.upper === '1' ? 'TEXT' : 'text' }),
  create: ({ body }) => Promise.resolve({ id: 1, text: `${body.author.name}: ${body.text}` }),
  remove: () => ({}),
};

const startNotes = (changes: Partial<NoteHandlers> = {}) =>
  startBareApp({ routes: createRoutes(noteContract, { ...HANDLERS, ...changes }) });

const body = { text: 'hello', author: { name: 'Ann' } };

describe('a bound endpoint', () => {
  it('passes parsed params and query to its handler', async () => {
    const reply = await startNotes().app.inject('/api/v1/notes/7?upper=1');
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({ success: true, data: { id: 7, text: 'TEXT' } });
  });

  it('applies defaults of the query', async () => {
    const reply = await startNotes().app.inject('/api/v1/notes/7');
    expect(reply.json()).toEqual({ success: true, data: { id: 7, text: 'text' } });
  });

  it('responds with its own success status', async () => {
    const reply = await startNotes().app.inject({ method: 'POST', url: '/api/v1/notes', body });
    expect(reply.statusCode).toBe(201);
    expect(reply.json()).toEqual({ success: true, data: { id: 1, text: 'Ann: hello' } });
  });

  it('reports all problems of the query at once', async () => {
    const reply = await startNotes().app.inject('/api/v1/notes/7?upper=2&tags=a&tags=b');
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toMatchObject({
      success: false,
      code: 'invalid',
      errors: { tags: ['Must be text'], upper: [expect.stringMatching(/^Must be /)] },
    });
  });

  it('responds 404 to a URL without a resource', async () => {
    const reply = await startNotes().app.inject('/api/v1/notes/x');
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toMatchObject({ success: false, code: 'not_found' });
  });

  it('reports nested body fields by their path', async () => {
    const reply = await startNotes().app.inject({
      method: 'POST',
      url: '/api/v1/notes',
      body: { text: '', author: {} },
    });
    expect(reply.statusCode).toBe(422);
    expect(reply.json().errors).toEqual({ text: ['Text is required'], 'author.name': ['Name is required'] });
  });

  it('rejects a missing body', async () => {
    const reply = await startNotes().app.inject({ method: 'POST', url: '/api/v1/notes' });
    expect(reply.statusCode).toBe(422);
    expect(reply.json().errors).toEqual({ body: ['This field is required'] });
  });

  it("never sends a field that isn't in the contract", async () => {
    const leaky = { id: 1, text: 'x', secret: 'y' };
    const reply = await startNotes({ show: () => leaky }).app.inject('/api/v1/notes/1');
    expect(reply.json()).toEqual({ success: true, data: { id: 1, text: 'x' } });
  });

  it('sends only the fields of the contract around the data of a list or message', async () => {
    const contract = defineContract({
      list: {
        id: 'things.list',
        method: 'GET',
        path: '/api/v1/things',
        access: 'public',
        summary: 'Lists.',
        reply: z.array(z.int()),
        replyType: 'list',
      },
      remove: {
        id: 'things.remove',
        method: 'DELETE',
        path: '/api/v1/things',
        access: 'public',
        summary: 'Removes.',
        reply: z.object({}),
        replyType: 'message',
      },
    });
    const meta = { page: 1, per_page: 25, total: 1, last_page: 1 };
    const leaky = { data: [1], meta: { ...meta, secret: 'y' }, secret: 'y', message: 'x' };
    const result = { data: {}, message: 'Gone.', secret: 'y', meta };
    const { app } = startBareApp({
      routes: createRoutes(contract, { list: () => leaky, remove: () => result }),
    });
    expect((await app.inject('/api/v1/things')).json()).toEqual({ success: true, data: [1], meta });
    const removed = await app.inject({ method: 'DELETE', url: '/api/v1/things' });
    expect(removed.json()).toEqual({ success: true, data: {}, message: 'Gone.' });
  });

  it('fails with 500 and a log line when the reply breaks the contract', async () => {
    const { app, log } = startNotes({ show: () => ({ id: 1.5, text: 'x' }) });
    const reply = await app.inject('/api/v1/notes/1');
    expect(reply.statusCode).toBe(500);
    expect(reply.json()).toMatchObject({ success: false, code: 'internal' });
    expect(JSON.stringify(log)).toContain('The reply of notes.show violates its contract');
  });

  it('responds without a session only if it is public', async () => {
    const reply = await startNotes().app.inject({ method: 'DELETE', url: '/api/v1/notes/1' });
    expect(reply.statusCode).toBe(401);
    expect(reply.json()).toMatchObject({ success: false, code: 'unauthenticated' });
  });

  it('lists the allowed methods when it rejects a method', async () => {
    const reply = await startNotes().app.inject({ method: 'PUT', url: '/api/v1/notes/1', body: {} });
    expect(reply.statusCode).toBe(405);
    expect(reply.headers.allow).toBe('GET, HEAD, DELETE');
  });

  it('rejects an id that is longer than any valid id', async () => {
    const reply = await startNotes().app.inject(`/api/v1/notes/${'1'.repeat(101)}`);
    expect(reply.statusCode).toBe(414);
  });
});

describe('the compiler', () => {
  it('rejects a contract with an endpoint without a handler', () => {
    // @ts-expect-error remove has no handler
    const forgetful: NoteHandlers = { show: HANDLERS.show, create: HANDLERS.create };
    expect(Object.keys(forgetful)).not.toContain('remove');
  });

  it('rejects a handler whose reply differs from the contract', () => {
    // @ts-expect-error the text is missing
    const wrong: NoteHandlers = { ...HANDLERS, show: () => ({ id: 1 }) };
    expect(wrong.create).toBe(HANDLERS.create);
  });

  it("rejects a handler that reads a part which the endpoint doesn't have", () => {
    // @ts-expect-error creating has no params
    const wrong: NoteHandlers = { ...HANDLERS, create: ({ params }) => params };
    expect(wrong.show).toBe(HANDLERS.show);
  });
});
