/** The full runs of several people: whoever has one at work lets those begin first who have none. */
import { expect, it } from 'vitest';
import { addPerson } from '#testkit/people.ts';
import { type Person, saveProject, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { startTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';

const PATIENCE = { timeout: 30_000, interval: 50 };

it('a run of somebody who has none at work begins before the many of another person', {
  timeout: 120_000,
}, async () => {
  const { app, database, log } = await startTestApp();
  const [busy, other] = [await addPerson(database.db), await addPerson(database.db)];
  const save = async (person: Person, rows: number) => {
    const fields = { script: townsCsv(rows), split_xml_file: '2' };
    return (await saveProject(app, person, { fields })).json().data.project_id as number;
  };
  const readStates = async (userId: number) =>
    (
      await runSql<{ state: string }>(
        database,
        `select state from runs where user_id = ${userId} order by id`,
      )
    ).map(({ state }) => state);
  const cancel = (id: number) =>
    app.inject({ method: 'POST', url: `/api/v1/projects/${id}/cancel`, headers: busy.headers });
  // Nobody else waits: both places are theirs.
  const ids = [await save(busy, 60_000), await save(busy, 60_001)];
  const countWorking = async () =>
    (await readStates(busy.userId)).filter((state) => /planning|running|auditing/.test(state)).length;
  await expect.poll(countWorking, PATIENCE).toBe(2);
  for (const rows of [60_002, 60_003, 60_004]) ids.push(await save(busy, rows));
  const late = await save(other, 3);
  expect(await readStates(other.userId)).toEqual(['queued']);
  await cancel(ids[0] ?? 0);
  expect((await waitForRun(app, other, late)).progress?.state).toBe('landed');
  // Of the others none had begun before; now one does, because nobody waits any more.
  await expect.poll(countWorking, PATIENCE).toBe(2);
  const times = await runSql<{ person: number; started: Date }>(
    database,
    'select user_id as person, started_at as started from runs where started_at is not null order by started_at',
  );
  expect(times.map(({ person }) => person)).toEqual([busy, busy, other, busy].map(({ userId }) => userId));
  for (const id of ids) await cancel(id);
  await expect.poll(countWorking, PATIENCE).toBe(0);
  expect(log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});
