/** `geoloom build --type …` for each platform except WordPress, with the product's sample files. */
import { existsSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder, runGeoloom, type TestFolder } from './command-fixture.ts';

let folder: TestFolder;
beforeEach(() => {
  folder = createTestFolder();
});
afterEach(() => folder.remove());

const SHOWN = ['plumber.xml', 'drupal-node.xml', 'wix-items.csv', 'webflow-items.csv'];

it('suggests the --type of a seed that the given platform could also read', async () => {
  const files = ['--seed', 'examples/webflow-items.csv', '--rows', 'examples/towns.csv'];
  const text = 'This is a Webflow file. Use --type webflow for it.';
  const problem = { code: 'other-platform', severity: 'notice', file: 'webflow-items.csv', text };
  const output = ['--out', folder.resolve('out')];
  for (const command of [['build', ...output], ['inspect']]) {
    const run = (type: string) => runGeoloom([...command, ...files, '--type', type, '--json']);
    const other = JSON.parse((await run('wix')).stdout);
    expect(other).toMatchObject({ ok: true });
    expect(other.problems).toContainEqual(problem);
    const own = JSON.parse((await run('webflow')).stdout);
    expect(own.problems.map(({ code }: { code: string }) => code)).not.toContain('other-platform');
  }
});

describe('without --type', () => {
  const run = (seed: string, command: string) => {
    const files = ['--rows', 'examples/towns.csv', '--out', folder.resolve(`out-${command}-${seed}`)];
    const input = command === 'audit' ? [`examples/${seed}`] : ['--seed', `examples/${seed}`];
    const isWritten = command === 'build' || command === 'test';
    return runGeoloom([command, ...input, ...(isWritten ? files : []), '--json']);
  };

  it.each(SHOWN)('each command recognizes the platform of %s', async (seed) => {
    const built = await run(seed, 'build');
    expect(built.stderr).toBe('');
    expect(JSON.parse(built.stdout)).toMatchObject({ ok: true, pages: 5, parts: [{ file: seed }] });
    expect(JSON.parse((await run(seed, 'test')).stdout)).toMatchObject({ ok: true, pages: 3 });
    const [platform] = seed === 'plumber.xml' ? ['wordpress'] : seed.split('-');
    expect(JSON.parse((await run(seed, 'inspect')).stdout)).toMatchObject({ seed: { platform } });
    expect(JSON.parse((await run(seed, 'audit')).stdout)).toMatchObject({ ok: true, pages: 1 });
  });

  it.each(['build', 'test', 'inspect', 'audit'])(
    '%s names the flags that a file of WordPress or HubSpot needs, and writes nothing',
    async (command) => {
      const { code, stdout, stderr } = await run('hubspot-post.xml', command);
      expect(code).toBe(2);
      expect(stdout).toBe('');
      expect(stderr).toContain(
        'error: hubspot-post.xml could come from more than one platform. Add --type wordpress or --type hubspot.',
      );
      expect(folder.list()).toEqual([]);
    },
  );

  it('asks for the flag for a feed, and never builds a HubSpot file as WordPress', async () => {
    const input = ['--rows', 'examples/towns.csv', '--out', folder.resolve('out'), '--json'];
    const feed = await runGeoloom([
      'build',
      '--seed',
      'engine/platforms/drupal/fixtures/rss/seed.xml',
      ...input,
    ]);
    expect(feed.code).toBe(2);
    expect(feed.stderr).toContain('--type hubspot or --type drupal');
    const seed = readFileSync('examples/hubspot-post.xml', 'utf8').replace(
      '[local_intro]',
      '[local_intro] {{ content.name }}',
    );
    const built = await runGeoloom(['build', '--seed', folder.write('post.xml', seed), ...input]);
    expect(built.code).toBe(0);
    expect(folder.list('out')).toContain('post-hubdb.csv');
  });
});

const PLATFORMS = [
  { type: 'hubspot', seed: 'hubspot-post.xml', files: ['hubspot-post-hubdb.csv', 'hubspot-post.xml'] },
  { type: 'drupal', seed: 'drupal-node.xml', files: ['drupal-node.xml'] },
  { type: 'wix', seed: 'wix-items.csv', files: ['wix-items.csv'] },
  { type: 'webflow', seed: 'webflow-items.csv', files: ['webflow-items.csv'] },
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

  it('builds the sample, reports the type of the seed, and passes the audit', async () => {
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

  it('refuses the seed of another platform, and writes nothing', async () => {
    const out = folder.resolve('out');
    const other = type === 'wix' ? 'drupal-node.xml' : 'wix-items.csv';
    const { code, stdout } = await build(`examples/${other}`, out);
    expect(code).toBe(1);
    const { ok, problems } = JSON.parse(stdout) as { ok: boolean; problems: { text: string }[] };
    expect(ok).toBe(false);
    expect(problems.map(({ text }) => text).join()).toMatch(
      seed.endsWith('.csv') ? /Wix|Webflow|CSV/ : /XML/,
    );
    expect(existsSync(out) && folder.list('out').length > 0).toBe(false);
  });
});
