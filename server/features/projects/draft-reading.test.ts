/** Reading a draft: seed page and sheet, with the chosen columns, and the pages that a save would make. */
import { describe, expect, it } from 'vitest';
import type { FixRequest } from '#contract/inspection-shapes.ts';
import { callDrafts, inspectDraft, openDraft, showDraft } from '#testkit/draft-calls.ts';
import { sendForm, showProject, townSeed, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { MAIN, writeWorkbook } from '#testkit/workbook-file.ts';
import { inDeepTier } from '#testkit/tier.ts';

const enter = useTestApp();
const SEED = { name: 'seed.xml', bytes: townSeed({ content: '<p>[geo_city]: [geo_phone]</p>' }) };
const encode = (text: string) => new TextEncoder().encode(text);

async function start() {
  const stage = await enter();
  const calls = callDrafts(stage.app, stage.user);
  const { id } = await openDraft(calls);
  return { ...stage, calls, id };
}

describe('the inspection of a draft', () => {
  it('reports the files, and the pages that a save would make', async () => {
    const { calls, id } = await start();
    expect(await inspectDraft(calls, id)).toEqual({
      inspection: { problems: [] },
      other_platform: null,
      platforms: [],
      broken: null,
      limits: null,
    });
    await calls.upload({ draft_id: id }, SEED);
    const [city] = (await inspectDraft(calls, id)).inspection.seed?.placeholders ?? [];
    expect(city).toMatchObject({ state: 'waiting' });
    await calls.paste(id, 'geo_city,geo_url,geo_phone\r\nWaco,waco,1\r\nAustin,austin,2\r\n');
    await calls.keep(id, { footer_links: '<a href="[geo_url]">[geo_city]</a>' });
    const { inspection } = await inspectDraft(calls, id);
    expect(inspection).toMatchObject({
      outcome: { pages: 2, skipped: 0, formedLinks: 2 },
      table: { rowCount: 2, columns: [{ name: 'geo_city', samples: ['Waco', 'Austin'] }, {}, {}] },
      problems: [],
    });
    expect(inspection.seed?.placeholders).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ text: '[geo_phone]', state: 'column', values: ['1', '2'] }),
      ]),
    );
  });

  it('reads the files of eight drafts at a time, however many requests wait', async () => {
    const { store, calls, id } = await start();
    await calls.upload({ draft_id: id }, SEED);
    await calls.paste(id, townsCsv(3));
    let reads = 0;
    await store.release();
    void store.hold((call) => {
      const isRead = call.startsWith('read uploads/');
      if (isRead) reads += 1;
      return isRead;
    });
    const asked = Promise.all(Array.from({ length: 20 }, () => calls.inspect(id)));
    await expect.poll(() => reads).toBe(16);
    expect((await calls.findClosed()).statusCode).toBe(200);
    expect(reads).toBe(16);
    await store.release();
    expect((await asked).map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
  });

  it('names the platform that the seed more likely comes from', async () => {
    const { app, user } = await enter();
    const calls = callDrafts(app, user);
    const { id } = await openDraft(calls, undefined, 'drupal');
    await calls.upload({ type: 'drupal', draft_id: id }, SEED);
    expect(await inspectDraft(calls, id)).toMatchObject({ other_platform: 'wordpress', platforms: [] });
  });

  it('counts towns for a Geocoder', async () => {
    const { app, user } = await enter();
    const calls = callDrafts(app, user);
    const { id } = await openDraft(calls, undefined, 'geocoder');
    await calls.paste(id, 'geo_city,latitude,longitude\r\nAustin,30.3,-97.7\r\nWaco,,\r\n');
    const { inspection } = await inspectDraft(calls, id);
    expect(inspection.outcome).toMatchObject({ pages: 1, skipped: 1 });
  });
});

describe('the preview of a text', () => {
  it('is the text as the rows of the draft fill it, with the chosen columns', async () => {
    const { calls, id } = await start();
    await calls.paste(id, 'geo_city,Tel,geo_state\r\nWaco,1,TX\r\nTulsa,2,OK\r\n');
    await calls.keep(id, { columns: { geophone: { column: 'Tel' } } });
    const reply = await calls.preview(id, '[if geo_state = "TX"]Call [geo_phone][else]Soon[/if]');
    expect(reply.json().data).toEqual({
      rows: [
        { row: 2, label: 'Waco', text: 'Call 1' },
        { row: 3, label: 'Tulsa', text: 'Soon' },
      ],
      problems: [],
    });
  });

  it('reports why the text is refused, without flags of the command line', async () => {
    const { calls, id } = await start();
    await calls.paste(id, 'geo_city\r\nWaco\r\n');
    const { rows, problems } = (await calls.preview(id, '[geo_phone]')).json().data;
    expect(rows).toEqual([]);
    expect(problems).toMatchObject([{ code: 'placeholder-unknown', severity: 'fault' }]);
    expect(problems[0].text).not.toContain('--');
  });

  it('changes nothing in the draft', async () => {
    const { calls, id } = await start();
    await calls.paste(id, 'geo_city\r\nWaco\r\n');
    const before = await showDraft(calls, id);
    await calls.preview(id, '[geo_city]');
    expect(await showDraft(calls, id)).toEqual(before);
  });
});

describe('a sheet that is stored as it was uploaded', () => {
  const book = writeWorkbook({
    sheets: [
      { name: 'Notes', rows: [['nothing'], ['here']] },
      {
        name: 'Towns',
        rows: [
          ['geo_city', 'geo_url', 'geo_phone'],
          ['Waco', 'waco', '1'],
          ['Austin', 'austin', '2'],
        ],
      },
    ],
  });

  it('is read by choices, and saved as the text that was read', async () => {
    const { app, user, calls, id } = await start();
    await calls.upload({ draft_id: id }, SEED);
    const put = await calls.putSheet(id, 'towns.xlsx', book);
    expect(put.json().data.sheet).toMatchObject({ name: 'towns.xlsx', size: book.length, text: null });
    expect((await inspectDraft(calls, id)).inspection.workbook).toEqual({
      sheets: [
        { name: 'Notes', isHidden: false },
        { name: 'Towns', isHidden: false },
      ],
      read: 'Notes',
    });
    const chosen = await calls.readSheetAs(id, { sheet_name: 'Towns', hidden_rows: 'include' });
    expect(chosen.json().data.sheet).toMatchObject({ sheet_name: 'Towns', hidden_rows: 'include' });
    const back = await calls.readSheetAs(id, { hidden_rows: 'skip' });
    expect(back.json().data.sheet).toMatchObject({ sheet_name: 'Towns', hidden_rows: 'skip' });
    expect((await inspectDraft(calls, id)).inspection.outcome).toMatchObject({ pages: 2 });
    const saved = await calls.save({ draft_id: id });
    expect(saved.statusCode, saved.body).toBe(200);
    const project = await waitForRun(app, user, saved.json().data.project_id);
    expect(project).toMatchObject({ script_name: 'towns.xlsx', report: { pages_done: 2 } });
    expect(project.script).toContain('Waco,waco,1');
    const again = await openDraft(calls, project.id);
    expect(again.sheet).toMatchObject({ name: 'towns.xlsx', is_pasted: false, sheet_name: null });
    expect((await inspectDraft(calls, again.id)).inspection.outcome).toMatchObject({ pages: 2 });
  });

  it('and hides a row has a note about it while its fixed copy, which lacks the row, is used', async () => {
    const { calls, id } = await start();
    await calls.upload({ draft_id: id }, SEED);
    const cell = (text: string, ref: string) => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const rows = [
      ['geo_city', 'geo_url', 'geo_phone'],
      ['Waco', 'waco', '1'],
      ['Austin', 'austin', '2'],
      ['Waco East', 'waco', '3'],
    ].map((cells, index) => {
      const row = index + 1;
      const written = cells.map((text, column) => cell(text, `${'ABC'[column]}${row}`)).join('');
      return `<row r="${row}"${row === 3 ? ' hidden="1"' : ''}>${written}</row>`;
    });
    const xml = `<worksheet xmlns="${MAIN}"><sheetData>${rows.join('')}</sheetData></worksheet>`;
    const hiding = writeWorkbook({ sheets: [{ name: 'Towns', xml }] });
    expect((await calls.putSheet(id, 'towns.xlsx', hiding)).json().data.sheet.note).toBeNull();
    const remedy = (await inspectDraft(calls, id)).inspection.table?.cellProblems[0]?.remedies?.[0];
    const fixed = (await calls.fix(id, remedy?.fix as FixRequest)).json().data;
    expect(fixed.is_fixed).toBe(true);
    const note =
      'Row 3 is hidden or filtered out in the spreadsheet, so it is skipped. The fixed copy doesn’t have it. To use it, upload the file again and include hidden rows before you fix anything.';
    expect(fixed.draft.sheet).toMatchObject({ name: 'towns.xlsx', note });
    expect((await inspectDraft(calls, id)).inspection.outcome).toMatchObject({ pages: 1, skipped: 0 });
    expect((await showDraft(calls, id)).sheet?.note).toBe(note);
    expect((await calls.putSheet(id, 'towns.xlsx', hiding)).json().data.sheet.note).toBeNull();
  });

  it('in another encoding is read in the chosen one', async () => {
    const { app, user, calls, id } = await start();
    await calls.upload({ draft_id: id }, SEED);
    const text = Buffer.concat([
      Buffer.from('geo_city,geo_url,geo_phone\r\n'),
      Buffer.from([0xc1, 0xc2]),
      Buffer.from(',a,1\r\n'),
    ]);
    await calls.putSheet(id, 'towns.csv', text);
    await calls.readSheetAs(id, { encoding: 'windows-1251' });
    const { inspection } = await inspectDraft(calls, id);
    expect(inspection.table?.rows[0]?.cells[0]).toBe('БВ');
    const saved = await calls.save({ draft_id: id });
    const project = await waitForRun(app, user, saved.json().data.project_id);
    expect(project.script).toContain('БВ,a,1');
    expect((await calls.dropSheet(id)).statusCode).toBe(404);
  });

  it('can’t be saved while it can’t be read', async () => {
    const { calls, id } = await start();
    await calls.upload({ draft_id: id }, SEED);
    await calls.putSheet(id, 'towns.xlsx', book.slice(0, 200));
    const refused = await calls.save({ draft_id: id });
    expect(refused.statusCode).toBe(422);
    expect(refused.json().problems[0]).toMatchObject({ severity: 'fault', file: 'towns.xlsx' });
    expect((await showDraft(calls, id)).is_open).toBe(true);
  });
});

describe('a file of an unknown platform', () => {
  const recognize = (stage: Awaited<ReturnType<typeof enter>>, name: string, bytes: Uint8Array) =>
    sendForm(stage.app, stage.user, { url: '/api/v1/projects/recognize', file: { name, bytes } });

  it('opens a draft of its platform, with the file as the seed page', async () => {
    const stage = await enter();
    const { data } = (await recognize(stage, 'export.xml', SEED.bytes)).json();
    expect(data.platforms).toEqual(['wordpress']);
    const calls = callDrafts(stage.app, stage.user);
    expect(await showDraft(calls, data.draft_id)).toMatchObject({
      type: 'wordpress',
      is_changed: true,
      seed: { name: 'export.xml' },
    });
  });

  it('opens no draft without a platform, and is required', async () => {
    const stage = await enter();
    expect((await recognize(stage, 'letter.xml', encode('Dear Ada'))).json().data).toEqual({ platforms: [] });
    const url = '/api/v1/projects/recognize';
    expect((await sendForm(stage.app, stage.user, { url })).statusCode).toBe(422);
    expect((await callDrafts(stage.app, stage.user).findClosed()).json().data).toBeNull();
  });
});

describe('the split question of a draft', () => {
  const large = {
    name: 'seed.xml',
    bytes: townSeed({ content: `<p>[geo_city]</p>${'<p>Long text.</p>'.repeat(800)}` }),
  };

  async function ask() {
    const stage = await start();
    const { calls, id } = stage;
    await calls.upload({ draft_id: id }, large);
    await calls.paste(id, townsCsv(800));
    const asked = (await calls.save({ draft_id: id, title: 'Large' })).json().data;
    expect(asked.question_is_split_file).toBe(true);
    return { ...stage, projectId: asked.project_id as number };
  }

  it('is answered from the draft, which is then deleted', async () => {
    const { app, user, calls, id, projectId } = await ask();
    expect((await showDraft(calls, id)).is_open).toBe(true);
    const answer = { draft_id: id, project_id: String(projectId), split_xml_file: '2' };
    expect((await calls.save(answer)).json().data.project_id).toBe(projectId);
    expect((await waitForRun(app, user, projectId)).parts).toHaveLength(2);
    expect((await calls.show(id)).statusCode).toBe(404);
  });

  inDeepTier(() => {
    it('if left unanswered, leaves a draft that can be restored, and no project', async () => {
      const { app, user, calls, id, projectId } = await ask();
      await calls.leave();
      expect((await calls.findClosed()).json().data).toMatchObject({ id });
      const list = await app.inject({ url: '/api/v1/projects', headers: user.headers });
      expect(list.json().data).toEqual([]);
      const restored = (await calls.restore(id)).json().data;
      expect(restored).toMatchObject({
        is_open: true,
        seed: { name: 'seed.xml' },
        sheet: { is_pasted: true },
      });
      const again = (await calls.save({ draft_id: id, split_xml_file: '0' })).json().data;
      expect(again.project_id).not.toBe(projectId);
      expect((await waitForRun(app, user, again.project_id)).parts).toHaveLength(1);
    });
  });

  inDeepTier(() => {
    it('of an edit leaves the project, and a draft that can still be saved', async () => {
      const { app, user, calls, id, projectId } = await ask();
      await calls.save({ draft_id: id, project_id: String(projectId), split_xml_file: '0' });
      await waitForRun(app, user, projectId);
      const edited = await openDraft(calls, projectId);
      await calls.paste(edited.id, townsCsv(801));
      const fields = { draft_id: edited.id, revision: String(edited.revision) };
      const asked = (await calls.update(projectId, fields)).json().data;
      expect(asked.question_is_split_file).toBe(true);
      await calls.leave();
      const back = (await calls.restore(edited.id)).json().data;
      expect(back.revision).toBe(asked.revision);
      const revision = String(back.revision);
      const saved = await calls.update(projectId, { draft_id: edited.id, revision, split_xml_file: '0' });
      expect(saved.statusCode, saved.body).toBe(200);
      expect((await waitForRun(app, user, projectId)).report?.pages_done).toBe(801);
    });
  });
});

describe('the update call', () => {
  it('also takes the fields that the specification names, as a form and as JSON', async () => {
    const { app, user, calls, id } = await start();
    await calls.upload({ draft_id: id }, SEED);
    await calls.paste(id, 'geo_city,geo_url,geo_phone\r\nWaco,waco,1\r\n');
    const { project_id: projectId } = (await calls.save({ draft_id: id })).json().data;
    await waitForRun(app, user, projectId);
    const url = `/api/v1/projects/${projectId}`;
    const fields = { title: 'Plumber', script: townsCsv(2), template_type: 'WordPress', projectId };
    const form = await sendForm(app, user, {
      method: 'PUT',
      url,
      upload: 'uploadedSeedPage',
      fields: { ...fields, projectId: String(projectId) },
      file: { name: 'form.xml', bytes: townSeed({ content: '<p>From a form [geo_city]</p>' }) },
    });
    expect(form.statusCode, form.body).toBe(200);
    expect((await waitForRun(app, user, projectId)).template_file?.name).toBe('form.xml');
    const put = (more: object) =>
      app.inject({ method: 'PUT', url, headers: user.headers, payload: { ...fields, ...more } });
    const text = new TextDecoder().decode(townSeed({ content: '<p>From JSON [geo_city]</p>' }));
    const json = await put({ uploadedSeedPage: text });
    expect(json.statusCode, json.body).toBe(200);
    expect((await waitForRun(app, user, projectId)).template_file?.name).toBe('seed.xml');
    const kept = await put({ uploadedSeedPage: null, domain_id: null, script: townsCsv(3) });
    expect(kept.statusCode, kept.body).toBe(200);
    expect(await waitForRun(app, user, projectId)).toMatchObject({ domain_id: null, revision: 4 });
    const again = await sendForm(app, user, {
      method: 'PUT',
      url,
      fields: { ...fields, projectId: 'null', domain_id: 'null', uploadedSeedPage: 'null' },
    });
    expect(again.statusCode, again.body).toBe(200);
    const { template_file: seed, ...project } = await waitForRun(app, user, projectId);
    expect([seed?.name, project.domain_id]).toEqual(['seed.xml', null]);
    expect((await put({ template_type: 'drupal' })).json().errors).toHaveProperty('template_type');
    expect((await put({ projectId: projectId + 1 })).statusCode).toBe(404);
    expect(await showProject(app, user, projectId)).toMatchObject({ revision: 5 });
  });
});

inDeepTier(() => {
  it('a form may be kept and inspected 240 times a minute', async () => {
    const { calls, id } = await start();
    const ask = async (count: number, call: () => Promise<{ statusCode: number }>) => {
      const statuses = [];
      for (let index = 0; index < count; index += 1) statuses.push((await call()).statusCode);
      return statuses;
    };
    const kept = await ask(240, () => calls.keep(id, { title: 'Plumber' }));
    expect(new Set(kept)).toEqual(new Set([200]));
    expect(await ask(1, () => calls.keep(id, { title: 'Plumber' }))).toEqual([429]);
  });
});
