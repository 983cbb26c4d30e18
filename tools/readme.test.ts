/** What README promises to a newcomer, done as it is written there. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'geoloom-readme-'));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('builds the pages of the example with the first command', () => {
  const line = /^npx geoloom (build .*examples.*)$/m.exec(read('README.md'))?.[1] ?? '';
  const args = line.split(' ').map((word) => (word.startsWith('examples/') ? join(root, word) : word));
  const launcher = join(root, 'cli', 'geoloom.mjs');
  const output = execFileSync(process.execPath, [launcher, ...args], { cwd: folder, encoding: 'utf8' });
  expect(output).toContain('5 of 5 pages will land.');
  const page = readFileSync(join(folder, 'pages', 'plumber.xml'), 'utf8');
  expect(page).toContain('<wp:post_name><![CDATA[plumber-in-coeur-dalene-id]]></wp:post_name>');
  expect(page).toContain('all of St. Charles County');
  expect(page).toContain('<a href="tel:7135550142">(713) 555-0142</a>');
}, 30_000);

it('lists every setting that the server reads, here and in .env.example', () => {
  const settings = [...read('server/config.ts').matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name]) => name);
  expect(settings.length).toBeGreaterThan(0);
  for (const setting of settings) {
    expect(read('README.md')).toContain(`| \`${setting}\` |`);
    expect(read('.env.example')).toMatch(new RegExp(`^#${setting}=`, 'm'));
  }
});

it('names only commands that package.json has', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const texts = ['README.md', 'CONTRIBUTING.md', 'docs/wordpress-acceptance.md'].map(read).join('\n');
  const named = [...texts.matchAll(/npm (?:run )?(start|test|dev|build|check|bench)\b/g)].map(
    ([, name = '']) => name,
  );
  expect(new Set(named).difference(new Set(Object.keys(scripts)))).toEqual(new Set());
});

it.each(['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'])(
  'leads every link of %s somewhere',
  (file) => {
    const links = [...read(file).matchAll(/\]\(([^)#]+)\)/g)].map(([, link = '']) => link);
    const missing = links.filter(
      (link) => !/^https?:/.test(link) && !existsSync(join(root, dirname(file), link)),
    );
    expect(missing).toEqual([]);
  },
);
