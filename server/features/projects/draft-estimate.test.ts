/** The estimate of a draft: from its files and choices, and made once for each state of them. */
import { describe, expect, it } from 'vitest';
import type { QualityEstimate } from '#contract/estimates.contract.ts';
import { callDrafts, openDraft } from '#testkit/draft-calls.ts';
import { townSeed, townsCsv } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';

const enter = useTestApp();
const TEXT = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
const SEED = {
  name: 'seed.xml',
  bytes: townSeed({ content: `<p>Plumbers in [geo_city].</p><p>${TEXT}</p>` }),
};

async function start(type?: string) {
  const { app, user } = await enter();
  const calls = callDrafts(app, user);
  const { id } = await openDraft(calls, undefined, type);
  const estimate = async (): Promise<QualityEstimate | null> => {
    const reply = await calls.estimate(id);
    expect(reply.statusCode).toBe(200);
    return reply.json().data;
  };
  return { calls, id, estimate };
}

describe('the estimate of a draft', () => {
  it('is the score of its pages, with its parts and what would raise it most', async () => {
    const { calls, id, estimate } = await start();
    await calls.upload({ draft_id: id }, SEED);
    await calls.paste(id, townsCsv(60));
    const found = await estimate();
    expect(found).toMatchObject({ rows: 40, similarity: 1, parts: { similarity: 0 } });
    const { similarity = 0, substance = 0, head_and_links: head = 0 } = found?.parts ?? {};
    expect(similarity + substance + head).toBeCloseTo(found?.score ?? 0, 0);
    expect(found?.template_share).toBeGreaterThan(0.9);
    expect(new Set(found?.changes.map(({ kind }) => kind)).size).toBe(found?.changes.length);
    expect(found?.changes.length).toBeGreaterThan(0);
  });

  it('is missing, without an error, while there would be no pages', async () => {
    const { calls, id, estimate } = await start();
    expect(await estimate()).toBeNull();
    await calls.paste(id, townsCsv(3));
    expect(await estimate()).toBeNull();
    await calls.upload({ draft_id: id }, { name: 'seed.xml', bytes: townSeed({ content: '[geo_cty]' }) });
    expect(await estimate()).toBeNull();
    await calls.upload({ draft_id: id }, SEED);
    expect(await estimate()).not.toBeNull();
  });

  it('is made once a fault in the footer link is fixed', async () => {
    const { calls, id, estimate } = await start();
    await calls.upload({ draft_id: id }, SEED);
    await calls.paste(id, townsCsv(3));
    await calls.keep(id, { footer_links: '<a href="[page_url]">[if geo_city]</a>' });
    expect(await estimate()).toBeNull();
    await calls.keep(id, { footer_links: '<a href="[page_url]">[geo_city]</a>' });
    expect(await estimate()).not.toBeNull();
  });

  it('is missing for a Geocoder', async () => {
    const { calls, id, estimate } = await start('geocoder');
    await calls.paste(id, 'geo_city,latitude,longitude\r\nAustin,30.3,-97.7\r\n');
    expect(await estimate()).toBeNull();
  });

  it('is made once for each state of the files and choices', async () => {
    const { calls, id, estimate } = await start();
    await calls.upload({ draft_id: id }, SEED);
    await calls.paste(id, townsCsv(5));
    await calls.keep(id, { title: 'Title' });
    const first = await estimate();
    await calls.keep(id, { title: 'New title', notes: 'New notes' });
    expect(await estimate()).toEqual(first);
    await calls.keep(id, { columns: { geocity: { text: 'Everywhere' } } });
    const second = await estimate();
    expect(second?.estimated_at).not.toBe(first?.estimated_at);
    await calls.paste(id, townsCsv(6));
    expect(await estimate()).toMatchObject({ rows: 6 });
  });

  it('is made once for all requests at the same time', async () => {
    const { calls, id, estimate } = await start();
    await calls.upload({ draft_id: id }, SEED);
    await calls.paste(id, townsCsv(60));
    const found = await Promise.all(Array.from({ length: 20 }, estimate));
    expect(new Set(found.map((each) => each?.estimated_at)).size).toBe(1);
    expect(found[0]).toMatchObject({ rows: 40 });
  });

  it('belongs to the author of the draft only', async () => {
    const { id } = await start();
    const { app } = await enter();
    const { calls } = await start();
    expect((await calls.estimate(id)).statusCode).toBe(404);
    expect((await app.inject({ url: `/api/v1/projects/drafts/${id}/estimate` })).statusCode).toBe(401);
  });
});
