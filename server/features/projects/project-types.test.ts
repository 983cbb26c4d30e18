/** A project of each platform other than WordPress: from its seed to the files of a download. */
import { describe, expect, it } from 'vitest';
import { callDrafts, inspectDraft, openDraft, showDraft } from '#testkit/draft-calls.ts';
import { readSeedFixture } from '#testkit/format-build.ts';
import { type RequestUser, sendForm, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { inDeepTier } from '#testkit/tier.ts';

const start = useTestApp();

const SCRIPT = [
  'geo_city,geo_state,geo_url,phone,tagline',
  'Austin,TX,austin-tx,5125550134,"Fast {{ x }} ""now"""',
  'Waco,TX,waco-tx,2545550134,Fair',
].join('\n');

const encodeText = (text: string) => new TextEncoder().encode(text);
const HUBSPOT = {
  name: 'post.xml',
  type: 'text/xml',
  bytes: encodeText(readSeedFixture('hubspot/full/seed.xml')),
};
const DRUPAL = {
  name: 'nodes.xml',
  type: 'text/xml',
  bytes: encodeText(readSeedFixture('drupal/views/seed.xml')),
};
const WIX = {
  name: 'towns.csv',
  type: 'text/csv',
  bytes: encodeText(readSeedFixture('wix/collection/seed.csv')),
};
const WEBFLOW = {
  name: 'items.csv',
  type: 'text/csv',
  bytes: encodeText(readSeedFixture('webflow/older/seed.csv')),
};

type App = Parameters<typeof sendForm>[0];

function save(app: App, user: RequestUser, type: string, file: typeof WIX) {
  const fields = { title: 'Towns', type, script: SCRIPT };
  return sendForm(app, user, { url: '/api/v1/save-xml', fields, file });
}

/** Names of the files in the download, and texts of the part and the guide. */
async function download(app: App, url: string) {
  const zip = await app.inject(url);
  return zip.rawPayload.toString('latin1');
}

inDeepTier(() => {
  describe('a project for HubSpot', () => {
    it('is saved, built and downloaded with its own guide', async () => {
      const { app, user } = await start();
      const saved = await save(app, user, 'HubSpot', HUBSPOT);
      expect(saved.statusCode).toBe(200);
      const project = await waitForRun(app, user, saved.json().data.project_id);
      expect(project).toMatchObject({ type: 'hubspot', template_type: 'hubspot', report: { pages_done: 2 } });
      const part = await app.inject(project.parts[0]?.url ?? '');
      expect(part.headers['content-type']).toBe('application/xml');
      expect(part.body).toContain('<wp:post_type>post</wp:post_type>');
      expect(part.body).toContain('Fast &#123;&#123; x }}');
      const zip = await download(app, project.download_all_url ?? '');
      expect(zip).toContain('into HubSpot');
      expect(zip).toContain('- `towns-hubdb.csv`');
      const [, table] = project.parts;
      expect(table).toMatchObject({ name: 'towns-hubdb.csv', pages: 0 });
      expect(project.xmlFiles).toHaveLength(1);
      const rows = await app.inject(table?.url ?? '');
      expect(rows.headers['content-type']).toMatch(/^text\/csv/);
      expect(rows.body).toContain('Fast &#123;&#123; x }}');
    });

    it('refuses a file that is not XML', async () => {
      const { app, user } = await start();
      const refused = await save(app, user, 'hubspot', WIX);
      expect(refused.statusCode).toBe(422);
      expect(refused.json()).toMatchObject({ errors: { file: ['Only XML files are allowed'] } });
    });
  });
});

describe('a project for Drupal', () => {
  it('is saved, built and downloaded with its own guide', async () => {
    const { app, user } = await start();
    const saved = await save(app, user, 'Drupal', DRUPAL);
    expect(saved.statusCode).toBe(200);
    const project = await waitForRun(app, user, saved.json().data.project_id);
    expect(project).toMatchObject({ type: 'drupal', report: { pages_done: 2 } });
    const part = await app.inject(project.parts[0]?.url ?? '');
    expect(part.body).toContain('<item key="1">');
    expect(part.body).toContain('<path>/services/plumber-waco-tx</path>');
    expect(project.report?.selectors[0]).toEqual({ name: 'Record', path: '/response/item' });
    expect(await download(app, project.download_all_url ?? '')).toContain('| Record | `/response/item` |');
    const listed = async (type: string) => {
      const reply = await app.inject({ url: `/api/v1/projects?type=${type}`, headers: user.headers });
      return reply.json().data.length;
    };
    expect([await listed('drupal'), await listed('wix'), await listed('wix,drupal')]).toEqual([1, 0, 1]);
  });
});

describe('the site base URL', () => {
  const SITE = 'https://www.lonestar.example/sub';
  const send = (app: App, user: RequestUser, id: number | undefined, fields: Record<string, string>) =>
    sendForm(app, user, {
      ...(id === undefined
        ? { url: '/api/v1/save-xml' }
        : { url: `/api/v1/projects/${id}`, method: 'PUT' as const }),
      fields: { title: 'Towns', type: 'Drupal', script: SCRIPT, ...fields },
      ...(id === undefined && { file: DRUPAL }),
    });

  it('of a Drupal project is the base of its links, and is kept by an update that omits it', async () => {
    const { app, user } = await start();
    const saved = await send(app, user, undefined, { site_base_url: `${SITE}/` });
    const id: number = saved.json().data.project_id;
    const project = await waitForRun(app, user, id);
    expect(project).toMatchObject({ site_base_url: SITE, base_site_url: 'https://www.lonestar.example' });
    expect(project.formed_links[0]?.url).toBe(`${SITE}/services/plumber-austin-tx`);
    expect(await download(app, project.download_all_url ?? '')).toContain(`"site": "${SITE}"`);
    await send(app, user, id, {});
    expect(await waitForRun(app, user, id)).toMatchObject({ site_base_url: SITE });
    await send(app, user, id, { site_base_url: '' });
    const { site_base_url: none, formed_links: links } = await waitForRun(app, user, id);
    expect([none, links[0]?.url]).toEqual(['', '/services/plumber-austin-tx']);
  });

  it('is restored with an earlier run, in the form and in the next save', async () => {
    const { app, user } = await start();
    const { headers } = user;
    const saved = await send(app, user, undefined, { site_base_url: SITE });
    const id: number = saved.json().data.project_id;
    const first = await waitForRun(app, user, id);
    await send(app, user, id, { site_base_url: 'https://other.example' });
    expect((await waitForRun(app, user, id)).site_base_url).toBe('https://other.example');
    const url = `/api/v1/projects/${id}/runs/${first.report?.id}/restore`;
    expect((await app.inject({ method: 'POST', url, headers })).statusCode).toBe(200);
    const form = await app.inject({ url: `/api/v1/projects/${id}/edit`, headers });
    expect(form.json().data[0].site_base_url).toBe(SITE);
    await send(app, user, id, {});
    const [link] = (await waitForRun(app, user, id)).formed_links;
    expect(link?.url).toBe(`${SITE}/services/plumber-austin-tx`);
  });

  it('makes a different save, not a repetition of the first', async () => {
    const { app, user } = await start();
    const key = crypto.randomUUID();
    const getRunId = async (fields: Record<string, string>) => {
      const { project_id: id, run_id: run } = (await send(app, user, undefined, { key, ...fields })).json()
        .data;
      await waitForRun(app, user, id);
      return run as number;
    };
    const first = await getRunId({});
    expect(await getRunId({})).toBe(first);
    expect(await getRunId({ site_base_url: SITE })).not.toBe(first);
  });

  it('is refused if it is invalid, and ignored by other platforms', async () => {
    const { app, user } = await start();
    const refused = await send(app, user, undefined, { site_base_url: 'www.lonestar.example' });
    expect(refused.json()).toMatchObject({
      errors: { site_base_url: ['Enter a valid URL, such as https://www.example.com'] },
    });
    const saved = await sendForm(app, user, {
      url: '/api/v1/save-xml',
      fields: { title: 'Towns', type: 'hubspot', script: SCRIPT, site_base_url: SITE },
      file: HUBSPOT,
    });
    const project = await waitForRun(app, user, saved.json().data.project_id);
    expect(project.site_base_url).toBe('');
    expect(project.formed_links[0]?.url).toMatch(/^https:\/\/blog\.lonestar\.example\//);
  });

  it('is used by an inspection before the save, and stored with the draft', async () => {
    const { app, user } = await start();
    const drafts = callDrafts(app, user);
    const { id } = await openDraft(drafts, undefined, 'drupal');
    await drafts.upload({ type: 'drupal', draft_id: id }, DRUPAL);
    await drafts.paste(id, SCRIPT);
    const codesWith = async (site_base_url: string) => {
      await drafts.keep(id, { site_base_url });
      const { inspection } = await inspectDraft(drafts, id);
      return inspection.problems.map(({ code }) => code);
    };
    expect(await codesWith('')).toContain('site-missing');
    expect(await codesWith(SITE)).not.toContain('site-missing');
    await drafts.keep(id, { site_base_url: 'https://www.lone' });
    expect((await showDraft(drafts, id)).fields.site_base_url).toBe('https://www.lone');
  });
});

inDeepTier(() => {
  it('a project for Webflow is saved, built and downloaded as CSV', async () => {
    const { app, user } = await start();
    const saved = await save(app, user, 'Webflow', WEBFLOW);
    expect(saved.statusCode).toBe(200);
    const project = await waitForRun(app, user, saved.json().data.project_id);
    expect(project).toMatchObject({ type: 'webflow', report: { pages_done: 2 } });
    const part = await app.inject(project.parts[0]?.url ?? '');
    expect(part.headers['content-type']).toMatch(/^text\/csv/);
    expect(part.body.startsWith('Service Page,Slug,Collection ID,Item ID,')).toBe(true);
    expect(await download(app, project.download_all_url ?? '')).toContain('Webflow');
  });
});

describe('a project for Wix', () => {
  it('is saved, built and downloaded as CSV', async () => {
    const { app, user } = await start();
    const saved = await save(app, user, 'Wix', WIX);
    expect(saved.statusCode).toBe(200);
    const project = await waitForRun(app, user, saved.json().data.project_id);
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

  it('refuses a file that is not CSV, in an upload and in a save', async () => {
    const { app, user } = await start();
    const message = 'Only CSV files are allowed for Wix projects';
    const uploaded = await sendForm(app, user, {
      url: '/api/v1/upload',
      fields: { type: 'wix' },
      file: HUBSPOT,
    });
    expect(uploaded.json()).toMatchObject({ message, errors: { file: [message] } });
    const saved = await save(app, user, 'wix', HUBSPOT);
    expect(saved.json()).toMatchObject({ errors: { file: [message] } });
  });

  it('uploads a collection to the draft and returns its placeholders', async () => {
    const { app, user } = await start();
    const reply = await sendForm(app, user, { url: '/api/v1/upload', fields: { type: 'wix' }, file: WIX });
    expect(reply.statusCode).toBe(200);
    expect(reply.json().data).toMatchObject({ name: 'towns.csv', record_count: 1 });
    expect(reply.json().data.placeholders).toContain('[geo_city]');
  });
});

/** 700 pages exceed 10 MB. */
const LONG = 'Long text. '.repeat(1400);

describe('the question about large output', () => {
  const saveLarge = (app: App, user: RequestUser, type: string, file: typeof WIX) =>
    sendForm(app, user, {
      url: '/api/v1/save-xml',
      fields: { title: 'Towns', type, script: townsCsv(700) },
      file,
    });

  inDeepTier(() => {
    it('is asked for XML of any platform', async () => {
      const { app, user } = await start();
      const xml = `<root><item><guid>1</guid><title>[geo_city]</title><path>/[geo_url]</path><body>${LONG}</body></item></root>`;
      const saved = await saveLarge(app, user, 'drupal', { ...DRUPAL, bytes: encodeText(xml) });
      expect(saved.json().data).toMatchObject({ question_is_split_file: true, split_xml_file: 2 });
    });
  });

  it('is not asked for CSV, which is one file up to 50,000 items', async () => {
    const { app, user } = await start();
    const csv = `Title,Slug,Body,ID\n[geo_city],[geo_url],${LONG},x\n`;
    const saved = await saveLarge(app, user, 'wix', { ...WIX, bytes: encodeText(csv) });
    expect(saved.json().data.question_is_split_file).toBeUndefined();
    const { parts } = await waitForRun(app, user, saved.json().data.project_id);
    expect(parts).toMatchObject([{ pages: 700 }]);
    expect(parts[0]?.size).toBeGreaterThan(10_000_000);
  });
});
