/** `geoloom build --type …` for each platform beside WordPress, with the samples that the product offers. */
import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder, runGeoloom, type TestFolder } from './command-fixture.ts';

let folder: TestFolder;
beforeEach(() => {
  folder = createTestFolder();
});
afterEach(() => folder.remove());

const PLATFORMS = [
  { type: 'hubspot', seed: 'hubspot-post.xml', files: ['hubspot-post-hubdb.csv', 'hubspot-post.xml'] },
  { type: 'drupal', seed: 'drupal-node.xml', files: ['drupal-node.xml'] },
  { type: 'wix', seed: 'wix-items.csv', files: ['wix-items.csv'] },
];

describe.each(PLATFORMS)('geoloom for $type', ({ type, seed, files }) => {
  const build = (file: string, out: string) =>
    runGeoloom([
      'build',
      '--type',
      type,
      '--seed',
      file,
      '--rows',
      'examples/towns.csv',
      '--out',
      out,
      '--json',
    ]);

  it('builds the sample, says the seed’s type, and its audit passes what was written', async () => {
    const out = folder.resolve('out');
    const built = await build(`examples/${seed}`, out);
    expect(built.stderr).toBe('');
    expect(JSON.parse(built.stdout)).toMatchObject({ ok: true, pages: 5, skipped: 0 });
    expect(built.code).toBe(0);
    expect(folder.list('out').filter((name) => /\.(?:csv|xml)$/.test(name))).toEqual(files);
    const part = folder.resolve(`out/${seed}`);
    const audited = await runGeoloom(['audit', part, '--type', type, '--json']);
    expect(JSON.parse(audited.stdout)).toMatchObject({ ok: true, pages: 5 });
    const inspected = await runGeoloom(['inspect', '--seed', `examples/${seed}`, '--type', type, '--json']);
    expect(inspected.code).toBe(0);
  });

  it('refuses the seed of another platform, and leaves nothing behind', async () => {
    const out = folder.resolve('out');
    const other = type === 'wix' ? 'drupal-node.xml' : 'wix-items.csv';
    const { code, stdout } = await build(`examples/${other}`, out);
    expect(code).toBe(1);
    const { ok, problems } = JSON.parse(stdout) as { ok: boolean; problems: { text: string }[] };
    expect(ok).toBe(false);
    expect(problems.map(({ text }) => text).join()).toMatch(type === 'wix' ? /Wix|CSV/ : /XML/);
    expect(existsSync(out) && folder.list('out').length > 0).toBe(false);
  });
});
