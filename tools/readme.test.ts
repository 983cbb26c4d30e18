/**
 * Checks the documents: runs README's first command, and compares all settings, commands, flags, files and links
 * with the code.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createProgram } from '../cli/program.ts';
import { allEndpoints } from '#contract/endpoints.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'geoloom-readme-'));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const files = globSync('**/*.{md,ts,tsx,mjs,css}', {
  cwd: root,
  exclude: ['node_modules', 'data', 'dist', '.cache', '.git'],
});
const documents = files.filter((file) => file.endsWith('.md'));

/** Lists inline code and code blocks: names and commands, not sentences. */
function listCode(text: string): string[] {
  const fences = [...text.matchAll(/^```.*\n([^]*?)^```/gm)].map(([, code = '']) => code);
  const rest = text.replaceAll(/^```.*\n[^]*?^```/gm, '');
  const blocks = [...rest.matchAll(/^ {4}(.+)$/gm)].map(([, code = '']) => code);
  const spans = [...rest.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
  return [...fences, ...blocks, ...spans];
}

/** Lists the distinct matches of the pattern's group. */
function listNames(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].toSorted();
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('builds the pages of the example with the first command', () => {
  const line = /^npx geoloom (build .*examples.*)$/m.exec(read('README.md'))?.[1] ?? '';
  const args = line.split(' ').map((word) => (word.startsWith('examples/') ? join(root, word) : word));
  const launcher = join(root, 'cli', 'geoloom.mjs');
  const output = execFileSync(process.execPath, [launcher, ...args], { cwd: folder, encoding: 'utf8' });
  expect(output).toContain('5 of 5 pages ready to import.');
  const page = readFileSync(join(folder, 'pages', 'plumber.xml'), 'utf8');
  expect(page).toContain('<wp:post_name><![CDATA[plumber-in-coeur-dalene-id]]></wp:post_name>');
  expect(page).toContain('all of St. Charles County');
  expect(page).toContain('<a href="tel:7135550142">(713) 555-0142</a>');
}, 30_000);

it('lists exactly the settings that the server reads, here and in .env.example', () => {
  const settings = listNames(read('server/config.ts'), /^ {2}([A-Z][A-Z0-9_]+): /gm);
  expect(settings).toContain('S3_BUCKET');
  expect(listNames(read('README.md'), /^\| `([A-Z][A-Z0-9_]+)` \|/gm)).toEqual(settings);
  expect(listNames(read('.env.example'), /^#([A-Z][A-Z0-9_]+)=/gm)).toEqual(settings);
});

it('describes exactly the flags that the commands take', () => {
  const { commands } = createProgram(() => {});
  const flags = commands.flatMap(({ options }) => options.map(({ long }) => long ?? ''));
  const described = listNames(listCode(read('docs/command-line.md')).join('\n'), /(--[a-z-]+)/g);
  expect(new Set(described)).toEqual(new Set(flags));
});

it('lets a proxy accept the largest body that the server accepts', () => {
  const largest = Math.max(...allEndpoints.map(({ bodyBytes = 0 }) => bodyBytes));
  const [megabytes = ''] = listNames(read('docs/operations.md'), /request bodies of (\d+) MB/g);
  expect(Number(megabytes) * 1_000_000).toBeGreaterThanOrEqual(largest);
  expect(Number(megabytes) * 1_000_000).toBeLessThan(largest + 5_000_000);
});

/** Commands of npm, and those that run a script of the same name. */
const OF_NPM = ['ci', 'config', 'install'];
const SHORT = ['start', 'test'];
/** Placeholder names: `resource.routes.ts`. */
const PATTERN = /^(resource|x|kebab-case)\./;

describe.each(documents)('%s', (document) => {
  const text = read(document);
  const code = listCode(text);

  it('names only existing commands', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const isThere = (command: string) => {
      const [first = '', second = ''] = command.split(' ');
      if (first === 'run') return second in scripts;
      return OF_NPM.includes(first) || (SHORT.includes(first) && first in scripts);
    };
    const commands = listNames(code.join('\n'), /\bnpm ((?:run )?[\w:-]+)/g);
    expect(commands.filter((command) => !isThere(command))).toEqual([]);
    const programs = listNames(code.join('\n'), /\bnode ([\w./-]+\.m?[jt]s)\b/g);
    expect(programs.filter((program) => !existsSync(join(root, program)))).toEqual([]);
  });

  it('names only existing files', () => {
    const names = code.filter((name) => /^[\w@][\w./-]*\.(md|ts|tsx|mjs|css)$/.test(name));
    const isThere = (name: string) => files.some((file) => file === name || file.endsWith(`/${name}`));
    expect(names.filter((name) => !PATTERN.test(name) && !isThere(name))).toEqual([]);
  });

  it('has no dead links', () => {
    const links = listNames(text, /\]\(([^)#]+)\)/g).filter((link) => !/^https?:/.test(link));
    expect(links.filter((link) => !existsSync(join(root, dirname(document), link)))).toEqual([]);
  });
});

it('checks every document', () => {
  console.log(`${documents.length} documents`);
  expect(documents).toEqual(expect.arrayContaining(['README.md', 'SECURITY.md', 'docs/operations.md']));
  expect(documents.length).toBeGreaterThan(25);
});
