/** A save reads and plans its input once. No worker is running that would read it as well. */
import { expect, it } from 'vitest';
import { addUser } from '#testkit/users.ts';
import { saveProject, sendForm, townsCsv, townSeed } from '#testkit/project-calls.ts';
import { startTestApp } from '#testkit/test-app.ts';

async function enter() {
  const app = await startTestApp({ config: { role: 'web' } });
  return { ...app, user: await addUser(app.database.db) };
}

type Stage = Awaited<ReturnType<typeof enter>>;

/** 800 pages exceed 10 MB. */
const LARGE = townSeed({ content: `<p>[geo_city]</p>${'<p>Long text.</p>'.repeat(800)}` });
const TOWNS = townsCsv(800);

/** @returns the status of the response, or `read` if the store is read first */
async function answerWithoutReading({ store }: Stage, call: () => Promise<{ statusCode: number }>) {
  const isRead = store.hold('read uploads/').then(() => 'read');
  const replied = call();
  const first = await Promise.race([replied.then(({ statusCode }) => statusCode), isRead]);
  await store.release();
  await replied;
  return first;
}

it('a save with a seed does not read the seed back from the store', async () => {
  const stage = await enter();
  expect(await answerWithoutReading(stage, () => saveProject(stage.app, stage.user))).toBe(200);
});

it('the split answer starts the run that was planned for the question', async () => {
  const stage = await enter();
  const { app, user } = stage;
  const asked = await saveProject(app, user, { seed: LARGE, fields: { script: TOWNS } });
  const { project_id: id, split_xml_file: parts } = asked.json().data;
  expect(parts).toBeGreaterThan(1);
  const fields = {
    title: 'Plumber',
    type: 'WordPress',
    script: TOWNS,
    project_id: String(id),
    split_xml_file: '2',
  };
  const answer = () => sendForm(app, user, { url: '/api/v1/save-xml', fields });
  expect(await answerWithoutReading(stage, answer)).toBe(200);
});
