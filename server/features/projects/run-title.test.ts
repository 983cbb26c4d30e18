/** Whose title the files of a run are named by. */
import { expect, it } from 'vitest';
import { addPerson } from '#testkit/people.ts';
import { saveProject, sendForm, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { startTestApp } from '#testkit/test-app.ts';

it('an edit changes no title, and names its files as the project is named', async () => {
  const { app, database } = await startTestApp();
  const person = await addPerson(database.db);
  const saved = await saveProject(app, person, { fields: { title: 'Plumber' } });
  const { id } = await waitForRun(app, person, saved.json().data.project_id);
  await sendForm(app, person, {
    method: 'PUT',
    url: `/api/v1/projects/${id}`,
    fields: { title: 'Roofer', script: townsCsv(2) },
  });
  const project = await waitForRun(app, person, id);
  expect(project.title).toBe('Plumber');
  expect(project.parts.map(({ name }) => name)).toEqual(['plumber.xml']);
  const notes = await app.inject({ url: '/api/v1/notifications', headers: person.headers });
  expect(notes.json().data[0].notification).toBe('2 of 2 pages of “Plumber” will land.');
});
