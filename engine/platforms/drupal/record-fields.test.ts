/** Fields of Drupal records that are emptied, rewritten or limited, one by one. */
import { expect, it } from 'vitest';
import { buildFormat, readSeedFixture } from '#testkit/format-build.ts';

const ROWS = [
  ['geo_city', 'geo_url', 'phone', 'tagline'],
  ['Waco', 'waco-tx', '2545550134', 'Fast'],
];
const LIST =
  '<response><item key="0"><title>[tagline]</title><uuid>0f0c2f0e-4b7a-4d0c-9a53-1f0b7c6f2d11</uuid><path>/[geo_url]</path></item></response>';

const build = (seed: string, { rows = ROWS, site }: { rows?: string[][]; site?: string } = {}) =>
  buildFormat(seed, rows, { format: 'drupal', ...(site !== undefined && { site }) });

it('the ids of Feeds’ last import are cleared', () => {
  const seed = LIST.replace(
    '<path>',
    '<feeds_item><target_id>3</target_id><imported>1700000000</imported><hash>0cc1</hash></feeds_item><path>',
  );
  expect(build(seed).text).toContain(
    '<feeds_item><target_id></target_id><imported></imported><hash></hash></feeds_item>',
  );
});

it.each(['edit', 'enclosure', 'replies'])(
  'an Atom link of the kind %s stays, and the entry’s own link is the page’s URL',
  (rel) => {
    const seed = readSeedFixture('drupal/atom/seed.xml').replace(
      '<link rel="alternate"',
      `<link rel="${rel}" href="https://cdn.example/van.mp3"/><link rel="alternate"`,
    );
    const { text } = build(seed, { site: 'https://new.example' });
    expect(text).toContain(`<link rel="${rel}" href="https://cdn.example/van.mp3"/>`);
    expect(text).toMatch(/<link rel="alternate" type="text\/html" href="https:\/\/new\.example\/[^"]*waco/);
  },
);

it('a file path gets the site before it, in its own escape style', () => {
  const seed = LIST.replace('<path>', '<image>/sites/default/files/a&amp;b.jpg</image><path>');
  const built = build(seed, { site: 'https://new.example' });
  expect(built.text).toContain('<image>https://new.example/sites/default/files/a&amp;b.jpg</image>');
  expect(built.audit()).toMatchObject({ ok: true, pages: 1 });
});

it('a title has at most 255 characters, when filled and when audited', () => {
  const titled = (length: number) =>
    build(LIST, { rows: [...ROWS, ['Austin', 'austin-tx', '', '🚿'.repeat(length)]] });
  const whole = titled(255);
  expect(whole.skipped).toBe(0);
  expect(whole.audit()).toMatchObject({ ok: true, pages: 2 });
  expect(whole.audit(whole.text.replace('>🚿', '>x🚿')).problems).toContainEqual(
    expect.objectContaining({ code: 'title-long', severity: 'fault' }),
  );
  expect(titled(256)).toMatchObject({ skipped: 1 });
});
