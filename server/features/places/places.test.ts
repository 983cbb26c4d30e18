/** Towns over HTTP: lists by area, refusals with choices, and towns added to the sheet of a draft. */
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Failure } from '#contract/envelope.ts';
import type { Town } from '#contract/places.contract.ts';
import { callDrafts, inspectDraft, openDraft, showDraft } from '#testkit/draft-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { addUser, type SignedInUser } from '#testkit/users.ts';
import { writeExcel } from '#testkit/workbook-file.ts';

const start = useTestApp();

interface Listed {
  data: Town[];
  meta: { total: number; last_page: number };
  points: [number, number][];
  center: [number, number] | null;
  problems: { code: string; line?: number }[];
}

const ask = (app: FastifyInstance, { headers }: SignedInUser, query: Record<string, string>) =>
  app.inject({ url: '/api/v1/places', query, headers });

async function startDraft(rows?: string) {
  const stage = await start();
  const calls = callDrafts(stage.app, stage.user);
  const { id } = await openDraft(calls);
  if (rows !== undefined) await calls.paste(id, rows);
  return { ...stage, calls, id };
}

describe('the list of towns', () => {
  it('has the towns around a town, nearest first, with a page of rows and all points', async () => {
    const { app, user } = await start();
    const query = { near: 'Austin, TX', within: '40', min_population: '10000', per_page: '2' };
    const first = (await ask(app, user, query)).json<Listed>();
    expect(first.data).toEqual([
      {
        city: 'Austin',
        state: 'TX',
        county: 'Travis County',
        zip: '78701',
        lat: 30.26715,
        lng: -97.74306,
        population: 931_830,
        timezone: 'America/Chicago',
        miles: 0,
      },
      expect.objectContaining({ city: 'Jollyville', zip: null, miles: 12.3 }),
    ]);
    expect(first.meta.total).toBeGreaterThan(10);
    expect(first.meta.last_page).toBe(Math.ceil(first.meta.total / 2));
    expect(first.points).toHaveLength(first.meta.total);
    expect(first.points[0]).toEqual([30.267, -97.743]);
    expect(first.center).toEqual([30.267, -97.743]);
    const second = (await ask(app, user, { ...query, page: '2' })).json<Listed>();
    expect(second.data[0]?.miles).toBeGreaterThan(12);
  });

  it('has the towns of a state, of a county and of ZIP codes', async () => {
    const { app, user } = await start();
    const list = async (query: Record<string, string>) => (await ask(app, user, query)).json<Listed>();
    const state = await list({ state: 'rhode island', per_page: '100' });
    expect(new Set(state.data.map((town) => town.state))).toEqual(new Set(['RI']));
    const county = await list({ state: 'TX', county: 'Travis', min_population: '40000' });
    expect(county.data.map(({ city }) => city)).toEqual(['Austin', 'Pflugerville']);
    const zips = await list({ zips: '78704\n76701 99999' });
    expect(zips.data.map(({ city, zip }) => [city, zip])).toEqual([
      ['Austin', '78704'],
      ['Waco', '76701'],
    ]);
    expect(zips.problems).toEqual([expect.objectContaining({ code: 'zip-unknown', line: 2 })]);
  });

  it('refuses an ambiguous name with choices, each of which finds one town', async () => {
    const { app, user } = await start();
    const refused = await ask(app, user, { near: 'Riverside, MD' });
    expect(refused.statusCode).toBe(422);
    const { errors, choices = [] } = refused.json<Failure>();
    expect(errors).toEqual({ near: ['3 towns are known as "Riverside, MD".'] });
    expect(choices).toContain('Riverside, Harford County, MD');
    for (const near of choices) expect((await ask(app, user, { near })).statusCode, near).toBe(200);
  });

  it.each([
    ['no area', {}, 'near'],
    ['two areas', { state: 'TX', zips: '78701' }, 'zips'],
    ['a county without a state', { near: 'Austin, TX', county: 'Travis' }, 'state'],
    ['an unknown town', { near: 'Atlantis, TX' }, 'near'],
    ['a text that isn’t a town', { near: 'a, b, c, d' }, 'near'],
    ['an unknown state', { state: 'XX' }, 'state'],
    ['an unknown county', { state: 'TX', county: 'Atlantis' }, 'county'],
    ['coordinates out of range', { near: '95, -97.7' }, 'near'],
    ['a longitude out of range', { near: '30.2, 181' }, 'near'],
    ['a radius that isn’t a number', { near: 'Austin, TX', within: 'far' }, 'within'],
    ['a negative population', { state: 'TX', min_population: '-1' }, 'min_population'],
    ['a radius of nothing', { near: 'Austin, TX', within: '0' }, 'within'],
    ['a radius of half the country', { near: 'Austin, TX', within: '1500' }, 'within'],
  ])('refuses %s at its field', async (_, query: Record<string, string>, field) => {
    const { app, user } = await start();
    const refused = await ask(app, user, query);
    expect(refused.statusCode, refused.body).toBe(422);
    expect(Object.keys(refused.json<Failure>().errors ?? {})).toEqual([field]);
  });
});

describe('towns added to a draft', () => {
  const AROUND = { near: 'Austin, TX', within: 15, min_population: 10_000 };

  it('become a new sheet with the columns of places', async () => {
    const { calls, id } = await startDraft();
    const added = await calls.addTowns(id, AROUND);
    expect(added.json().data).toMatchObject({
      added: 5,
      skipped: 0,
      draft: { is_changed: true, sheet: { name: 'towns.csv', is_pasted: false } },
    });
    const { table } = (await inspectDraft(calls, id)).inspection;
    expect(table?.columns.map(({ name }) => name).slice(0, 4)).toEqual([
      'geo_city',
      'geo_state',
      'geo_county',
      'geo_zip',
    ]);
    expect(table?.rowCount).toBe(5);
    expect((await calls.addTowns(id, AROUND)).json().data).toMatchObject({ added: 0, skipped: 5 });
  });

  it('fill the columns of a sheet by meaning, except towns that it has', async () => {
    const { calls, id } = await startDraft('Phone;Town;State;Zip Code\r\n555;AUSTIN;Texas;78701');
    const added = await calls.addTowns(id, AROUND);
    expect(added.json().data).toMatchObject({ added: 4, skipped: 1 });
    const { sheet } = await showDraft(calls, id);
    expect(sheet?.is_pasted).toBe(true);
    expect(sheet?.text?.split('\r\n')).toEqual([
      'Phone;Town;State;Zip Code',
      '555;AUSTIN;Texas;78701',
      ';Jollyville;Texas;',
      ';Wells Branch;Texas;',
      ';Buda;Texas;78610',
      ';Pflugerville;Texas;78660',
      '',
    ]);
  });

  it('go to the columns that were chosen for the placeholders', async () => {
    const { calls, id } = await startDraft('a,b\nWaco,TX\n');
    const refused = await calls.addTowns(id, { zips: '78701' });
    expect(refused.statusCode).toBe(422);
    expect(refused.json<Failure>().problems).toMatchObject([{ code: 'no-city-column' }]);
    const columns = { geo_city: { column: 'a' }, geo_state: { column: 'b' } };
    await calls.keep(id, { columns });
    expect((await calls.addTowns(id, { zips: '78701 76701' })).json().data).toMatchObject({ added: 1 });
    expect((await showDraft(calls, id)).sheet?.text).toBe('a,b\r\nWaco,TX\r\nAustin,TX\r\n');
  });

  it('are added below the last line, with a cell for each column of the header', async () => {
    const { calls, id } = await startDraft('city,state,,note,\nWaco,TX,,x,');
    expect((await calls.addTowns(id, { zips: '78701' })).json().data).toMatchObject({ added: 1 });
    expect((await showDraft(calls, id)).sheet?.text).toBe(
      'city,state,,note,\r\nWaco,TX,,x,\r\nAustin,TX,,,\r\n',
    );
  });

  it.each([
    [{ near: '0, 0', within: 5 }, 'min_population', 'No matching towns.'],
    [{ zips: '99999 00000' }, 'zips', 'No town has the ZIP code 99999'],
    [{ zips: 'abc 1' }, 'zips', '"1" isn\'t a ZIP code'],
    [{ zips: ' ' }, 'zips', 'Enter at least one ZIP code.'],
    [{ near: '-91, 0' }, 'near', 'A latitude is from -90 to 90'],
  ])('are refused for %j, which isn’t a town', async (query, field, text) => {
    const { calls, id } = await startDraft();
    const refused = await calls.addTowns(id, query);
    expect(refused.statusCode, refused.body).toBe(422);
    const { errors = {} } = refused.json<Failure>();
    expect(Object.keys(errors)).toEqual([field]);
    expect(errors[field]?.[0]).toContain(text);
    expect((await showDraft(calls, id)).sheet).toBeNull();
  });

  it('may be all within 500 miles, more than a plan allows', async () => {
    const { calls, id } = await startDraft();
    const added = await calls.addTowns(id, { near: '40, -80', within: 500, min_population: 0 });
    const count: number = added.json().data.added;
    expect(count).toBeGreaterThan(6000);
    expect((await inspectDraft(calls, id)).inspection.table?.rowCount).toBe(count);
    expect((await calls.addTowns(id, { state: 'PA', min_population: 0 })).json().data.added).toBe(0);
  });

  it('are added to a sheet that has only a header', async () => {
    const { calls, id } = await startDraft('Phone;Town;State');
    expect((await calls.addTowns(id, { zips: '78701' })).json().data).toMatchObject({ added: 1, skipped: 0 });
    expect((await showDraft(calls, id)).sheet?.text).toBe('Phone;Town;State\n;Austin;TX\n');
    expect((await inspectDraft(calls, id)).inspection.table?.rowCount).toBe(1);
  });

  it('are added to a workbook that has only a header', async () => {
    const { calls, id } = await startDraft();
    await calls.putSheet(id, 'towns.xlsx', writeExcel([['geo_city', 'geo_state', 'phone']]));
    expect((await calls.addTowns(id, { zips: '78701' })).json().data).toMatchObject({ added: 1 });
    const { table } = (await inspectDraft(calls, id)).inspection;
    expect(table?.rows.map(({ cells }) => cells)).toEqual([['Austin', 'TX', '']]);
  });

  it('are refused for an ambiguous name, an unreadable sheet and the draft of another user', async () => {
    const { app, calls, id, database } = await startDraft('a,"b\n1,2');
    const ambiguous = await calls.addTowns(id, { near: 'Riverside, MD' });
    expect(ambiguous.json<Failure>().choices).toHaveLength(3);
    const unreadable = await calls.addTowns(id, { state: 'RI' });
    expect(unreadable.statusCode, unreadable.body).toBe(422);
    expect(unreadable.json<Failure>().problems).toMatchObject([{ code: 'quote-open' }]);
    const stranger = callDrafts(app, await addUser(database.db));
    expect((await stranger.addTowns(id, { state: 'RI' })).statusCode).toBe(404);
  });
});
