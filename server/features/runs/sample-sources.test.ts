/** The sources of sample pages: short ones are in the response, long ones are separate files. */
import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { addUser } from '#testkit/users.ts';
import { type RequestUser, sendForm, townSeed, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';

const start = useTestApp();

const ANSWER_BYTES = 100_000;

async function testSeed(app: FastifyInstance, user: RequestUser, content: string) {
  const file = { name: 'seed.xml', bytes: townSeed({ content }) };
  await sendForm(app, user, { url: '/api/v1/upload', fields: { type: 'wordpress' }, file });
  const payload = { title: 'Plumber', script: townsCsv(5) };
  const { headers } = user;
  const saved = await app.inject({ method: 'POST', url: '/api/v1/save-test', headers, payload });
  return waitForRun(app, user, saved.json<{ data: { project_id: number } }>().data.project_id);
}

it('a long source is a file with its own URL, and not part of any response', async () => {
  const { app, database, user } = await start();
  const other = await addUser(database.db);
  const text = '<p>Clay pipes under [geo_city], from cellar to street</p>'.repeat(10_000);
  const { id, test } = await testSeed(app, user, text);
  const reply = await app.inject({ url: `/api/v1/projects/${id}`, headers: user.headers });
  expect(reply.rawPayload.length).toBeLessThan(ANSWER_BYTES);
  expect(test?.samples.length).toBeGreaterThan(0);
  for (const [index, sample] of (test?.samples ?? []).entries()) {
    expect(sample.source).toBeNull();
    const source = await app.inject(sample.source_url ?? '');
    expect(source.statusCode).toBe(200);
    expect(source.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': expect.stringContaining(`attachment; filename="sample-${index + 1}-source.txt"`),
    });
    expect(source.body).toMatch(/^<item>.*Clay pipes under Town \d.*<\/item>$/s);
    const stolen = (sample.source_url ?? '').replace(/owner=\d+/, `owner=${other.userId}`);
    expect((await app.inject(stolen)).statusCode).toBe(403);
  }
  const page = await app.inject(test?.samples[0]?.url ?? '');
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
});

it('a short source is part of the response', async () => {
  const { app, user } = await start();
  const { test } = await testSeed(app, user, '<p>[geo_city]</p>');
  expect(test?.samples[0]).toMatchObject({
    limits: expect.stringContaining('WordPress renders them on your site') as string,
    source: expect.stringContaining('Town 1'),
    source_url: null,
  });
});
