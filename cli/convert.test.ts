/** `--convert` rewrites placeholders in other tools' spellings; without it they cause a notice. */
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createTestFolder, runGeoloom, writeSeed, writeSheet } from './command-fixture.ts';

// Each command is a separate process, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

const folder = createTestFolder();
const text = writeSeed().replace('[geo_city]', '{geo_city}');
const seed = folder.write('spelled.xml', text);
const rows = folder.write('towns.csv', writeSheet(3));
afterAll(() => folder.remove());

interface Answer {
  ok: boolean;
  problems: { code: string; text: string; line?: number }[];
}

async function run(command: string, ...flags: string[]): Promise<Answer> {
  const { stdout } = await runGeoloom([command, '--seed', seed, '--rows', rows, '--json', ...flags]);
  return JSON.parse(stdout) as Answer;
}

const listCodes = ({ problems }: Answer) => problems.map(({ code }) => code);

describe.each(['build', 'test'])('geoloom %s', (command) => {
  it('reports the spelling and doesn’t change it', async () => {
    const out = folder.resolve(`${command}-left`);
    const answer = await run(command, '--out', out);
    expect(answer.problems.find(({ code }) => code === 'other-spelling')?.text).toMatch(
      /^\{geo_city\} looks like another tool's placeholder .*\(on the command line: --convert\)\.$/,
    );
    expect(readFileSync(`${out}/spelled.xml`, 'utf8')).toContain('{geo_city}');
  });

  it('fills it with --convert, and doesn’t change the seed file', async () => {
    const out = folder.resolve(`${command}-converted`);
    const answer = await run(command, '--convert', '--out', out);
    expect(answer.ok).toBe(true);
    expect(listCodes(answer)).toContain('spelling-converted');
    expect(listCodes(answer)).not.toContain('other-spelling');
    expect(readFileSync(`${out}/spelled.xml`, 'utf8')).not.toContain('geo_city');
    expect(readFileSync(seed, 'utf8')).toBe(text);
  });
});

describe('geoloom inspect', () => {
  it('shows the seed as it would be converted', async () => {
    expect(listCodes(await run('inspect'))).toContain('other-spelling');
    const converted = await run('inspect', '--convert');
    expect(listCodes(converted)).toContain('spelling-converted');
    expect(listCodes(converted)).not.toContain('other-spelling');
  });
});

it('converts only the page that --page names', async () => {
  const [item = ''] = /<item>[^]*<\/item>/.exec(text) ?? [];
  const other = item
    .replaceAll(/(?<=<wp:post_id>)\d+/g, '987')
    .replaceAll(/(?<=<wp:post_name>).*(?=<\/)/g, 'x');
  const whole = folder.write('whole.xml', text.replace(item, `${item}\n${other}`));
  const out = folder.resolve('named');
  const flags = ['--rows', rows, '--json', '--convert', '--page', '987', '--out', out];
  const { stdout } = await runGeoloom(['build', '--seed', whole, ...flags]);
  const answer = JSON.parse(stdout) as Answer;
  expect(answer.ok).toBe(true);
  const [notice] = answer.problems.filter(({ code }) => code === 'spelling-converted');
  expect(notice?.text).toContain('(1 place, ');
});
