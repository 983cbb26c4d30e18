/** Data above its limit is refused alike wherever it is sent: as a form, as JSON, typed or kept. */
import { expect, it, vi } from 'vitest';
import { SHEET_BYTES } from '#contract/limits.ts';
import { addPerson } from '#testkit/people.ts';
import { sendForm } from '#testkit/project-calls.ts';
import { startTestApp } from '#testkit/test-app.ts';

vi.setConfig({ testTimeout: 60_000 });

it('data of more than 32 MiB is answered 413 with the same words in every call that takes it', async () => {
  const { app, database } = await startTestApp();
  const person = await addPerson(database.db);
  const script = 'x'.repeat(SHEET_BYTES + 1);
  const fields = { title: 'Towns', type: 'wordpress', script };
  const send = (method: 'POST' | 'PUT', url: string, payload: object) =>
    app.inject({ method, url, payload, headers: person.headers });
  const replies = [
    await sendForm(app, person, { url: '/api/v1/save-xml', fields }),
    await sendForm(app, person, { method: 'PUT', url: '/api/v1/projects/1', fields }),
    await send('POST', '/api/v1/save-test', fields),
    await send('PUT', '/api/v1/projects/draft', { type: 'wordpress', fields: {}, script }),
    await send('POST', '/api/v1/projects/inspect', { type: 'wordpress', script }),
  ];
  for (const reply of replies) {
    expect(reply.statusCode).toBe(413);
    expect(reply.json()).toMatchObject({
      code: 'too_large',
      message: 'The data is larger than 32 MiB.',
      errors: { script: ['The data is larger than 32 MiB'] },
    });
  }
});
