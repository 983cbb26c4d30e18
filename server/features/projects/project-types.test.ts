/** A project of each platform beside WordPress: from its seed to the files of a download. */
import { describe, expect, it } from 'vitest';
import { fixtureSeed } from '#testkit/format-build.ts';
import { type Person, sendForm, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';

const start = useTestApp();

const SCRIPT = [
  'geo_city,geo_state,geo_url,phone,tagline',
  'Austin,TX,austin-tx,5125550134,"Fast {{ x }} ""now"""',
  'Waco,TX,waco-tx,2545550134,Fair',
].join('\n');

const bytesOf = (text: string) => new TextEncoder().encode(text);
const HUBSPOT = { name: 'post.xml', type: 'text/xml', bytes: bytesOf(fixtureSeed('hubspot/full/seed.xml')) };
const DRUPAL = {
  name: 'nodes.xml',
  type: 'text/xml',
  bytes: bytesOf(fixtureSeed('drupal/views/seed.xml')),
};
const WIX = { name: 'towns.csv', type: 'text/csv', bytes: bytesOf(fixtureSeed('wix/collection/seed.csv')) };

type App = Parameters<typeof sendForm>[0];

function save(app: App, person: Person, type: string, file: typeof WIX) {
  const fields = { title: 'Towns', type, script: SCRIPT };
  return sendForm(app, person, { url: '/api/v1/save-xml', fields, file });
}

/** Names of the files in the download, and texts of the part and the guide. */
async function download(app: App, url: string) {
  const zip = await app.inject(url);
  return zip.rawPayload.toString('latin1');
}

describe('a project for HubSpot', () => {
  it('is saved, built and downloaded with its own guide', async () => {
    const { app, person } = await start();
    const saved = await save(app, person, 'HubSpot', HUBSPOT);
    expect(saved.statusCode).toBe(200);
    const project = await waitForRun(app, person, saved.json().data.project_id);
    expect(project).toMatchObject({ type: 'hubspot', template_type: 'hubspot', report: { pages_done: 2 } });
    const part = await app.inject(project.parts[0]?.url ?? '');
    expect(part.headers['content-type']).toBe('application/xml');
    expect(part.body).toContain('<wp:post_type>post</wp:post_type>');
    expect(part.body).toContain('Fast &#123;&#123; x }}');
    expect(await download(app, project.download_all_url ?? '')).toContain('into HubSpot');
  });

  it('refuses what is no XML', async () => {
    const { app, person } = await start();
    const refused = await save(app, person, 'hubspot', WIX);
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({ errors: { file: ['Only XML files are allowed'] } });
  });
});

describe('a project for Drupal', () => {
  it('is saved, built and downloaded with its own guide', async () => {
    const { app, person } = await start();
    const saved = await save(app, person, 'Drupal', DRUPAL);
    expect(saved.statusCode).toBe(200);
    const project = await waitForRun(app, person, saved.json().data.project_id);
    expect(project).toMatchObject({ type: 'drupal', report: { pages_done: 2 } });
    const part = await app.inject(project.parts[0]?.url ?? '');
    expect(part.body).toContain('<item key="1">');
    expect(part.body).toContain('<path>/services/plumber-waco-tx</path>');
    expect(await download(app, project.download_all_url ?? '')).toContain('/response/item');
    const listed = async (type: string) => {
      const reply = await app.inject({ url: `/api/v1/projects?type=${type}`, headers: person.headers });
      return reply.json().data.length;
    };
    expect([await listed('drupal'), await listed('wix'), await listed('wix,drupal')]).toEqual([1, 0, 1]);
  });
});

describe('a project for Wix', () => {
  it('is saved, built and downloaded as CSV', async () => {
    const { app, person } = await start();
    const saved = await save(app, person, 'Wix', WIX);
    expect(saved.statusCode).toBe(200);
    const project = await waitForRun(app, person, saved.json().data.project_id);
    expect(project).toMatchObject({ type: 'wix', report: { pages_done: 2 } });
    expect(project.parts.map(({ name }) => name)).toEqual([expect.stringMatching(/\.csv$/)]);
    const part = await app.inject(project.parts[0]?.url ?? '');
    expect(part.headers['content-type']).toMatch(/^text\/csv/);
    expect(part.body.startsWith('"Title","Slug",')).toBe(true);
    expect(part.body).toContain('Fast {{ x }} \\""now\\""');
    const seed = await app.inject(project.template_file?.url ?? '');
    expect(seed.headers['content-type']).toMatch(/^text\/csv/);
    expect(await download(app, project.download_all_url ?? '')).toContain('into Wix');
  });

  it('refuses what is no CSV, when it is uploaded as well as when it is saved', async () => {
    const { app, person } = await start();
    const message = 'Only CSV files are allowed for Wix projects';
    const uploaded = await sendForm(app, person, {
      url: '/api/v1/upload',
      fields: { type: 'wix' },
      file: HUBSPOT,
    });
    expect(uploaded.json()).toMatchObject({ message, errors: { file: [message] } });
    const saved = await save(app, person, 'wix', HUBSPOT);
    expect(saved.json()).toMatchObject({ errors: { file: [message] } });
  });

  it('uploads a collection into the draft and tells its placeholders', async () => {
    const { app, person } = await start();
    const reply = await sendForm(app, person, { url: '/api/v1/upload', fields: { type: 'wix' }, file: WIX });
    expect(reply.statusCode).toBe(200);
    expect(reply.json().data).toMatchObject({ name: 'towns.csv', record_count: 1 });
    expect(reply.json().data.placeholders).toContain('[geo_city]');
  });
});
