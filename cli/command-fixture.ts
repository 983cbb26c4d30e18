/** Test only: a small seed, sheets, and the command, in this process or a separate one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { runCommand } from './run-command.ts';

export const LAUNCHER = fileURLToPath(new URL('./geoloom.mjs', import.meta.url));

export interface CommandResult {
  /** `null` if a signal ended the process. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  cwd?: string;
  /** Called with the process as soon as it runs. */
  onStart?(child: ChildProcess): void;
}

/** Runs any program and waits for its end. */
export function runProcess(
  program: string,
  args: string[],
  { cwd, onStart }: RunOptions = {},
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const result: CommandResult = { code: null, stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      result.stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      result.stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...result, code }));
    onStart?.(child);
  });
}

/** Runs `geoloom …` by its launcher, as a separate process. */
export function startGeoloom(args: string[], options?: RunOptions): Promise<CommandResult> {
  return runProcess(process.execPath, [LAUNCHER, ...args], options);
}

/** Runs `geoloom …` in this process, one command at a time, and captures its output. */
export async function runGeoloom(args: string[]): Promise<CommandResult> {
  const result: CommandResult = { code: null, stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      result[name] += String(text);
      return true;
    }),
  );
  try {
    result.code = await runCommand(args);
    return result;
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

export interface TestFolder {
  path: string;
  /** Writes a file and gives its path. */
  write(name: string, content: string | Uint8Array): string;
  resolve(name: string): string;
  /** All names in the folder, including hidden ones, sorted. */
  list(name?: string): string[];
  remove(): void;
}

export function createTestFolder(): TestFolder {
  const path = mkdtempSync(join(tmpdir(), 'geoloom-cli-'));
  mkdirSync(path, { recursive: true });
  return {
    path,
    write(name, content) {
      writeFileSync(join(path, name), content);
      return join(path, name);
    },
    resolve: (name) => join(path, name),
    list: (name = '') => readdirSync(join(path, name)).toSorted(),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

const HEAD = `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0"
	xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
	xmlns:content="http://purl.org/rss/1.0/modules/content/"
	xmlns:wfw="http://wellformedweb.org/CommentAPI/"
	xmlns:dc="http://purl.org/dc/elements/1.1/"
	xmlns:wp="http://wordpress.org/export/1.2/"
>
<channel>
	<title>Clearwater Plumbing</title>
	<link>https://clearwater.example</link>
	<description></description>
	<pubDate>Sat, 07 Mar 2026 09:00:00 +0000</pubDate>
	<language>en-US</language>
	<wp:wxr_version>1.2</wp:wxr_version>
	<wp:base_site_url>https://clearwater.example</wp:base_site_url>
	<wp:base_blog_url>https://clearwater.example</wp:base_blog_url>
	<wp:author><wp:author_id>1</wp:author_id><wp:author_login><![CDATA[dana]]></wp:author_login><wp:author_email><![CDATA[dana@clearwater.example]]></wp:author_email><wp:author_display_name><![CDATA[Dana]]></wp:author_display_name><wp:author_first_name><![CDATA[]]></wp:author_first_name><wp:author_last_name><![CDATA[]]></wp:author_last_name></wp:author>
	<generator>https://wordpress.org/?v=6.9.1</generator>
`;
const TAIL = `</channel>
</rss>
`;

export interface PageContent {
  id?: number;
  title?: string;
  slug?: string;
  content?: string;
  /** Further metas as `key: value`. */
  metas?: Record<string, string>;
}

/** One `<item>` of a WordPress export. */
export function writePage(page: PageContent = {}): string {
  const {
    id = 42,
    title = 'Plumber in [geo_city]',
    slug = 'plumber-in-geo_city',
    content = '<p>Call us in [geo_city], [geo_state]: [phone]. [intro]</p>',
    metas = { _yoast_wpseo_title: '[geo_city] plumber' },
  } = page;
  const postmeta = Object.entries(metas).map(
    ([key, value]) =>
      `<wp:postmeta><wp:meta_key><![CDATA[${key}]]></wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`,
  );
  return `	<item>
		<title><![CDATA[${title}]]></title>
		<link>https://clearwater.example/${slug}/</link>
		<pubDate>Sat, 07 Mar 2026 08:00:00 +0000</pubDate>
		<dc:creator><![CDATA[dana]]></dc:creator>
		<guid isPermaLink="false">https://clearwater.example/?page_id=${id}</guid>
		<description></description>
		<content:encoded><![CDATA[${content}]]></content:encoded>
		<excerpt:encoded><![CDATA[]]></excerpt:encoded>
		<wp:post_id>${id}</wp:post_id>
		<wp:post_date><![CDATA[2026-03-07 08:00:00]]></wp:post_date>
		<wp:post_date_gmt><![CDATA[2026-03-07 08:00:00]]></wp:post_date_gmt>
		<wp:post_modified><![CDATA[2026-03-07 08:00:00]]></wp:post_modified>
		<wp:post_modified_gmt><![CDATA[2026-03-07 08:00:00]]></wp:post_modified_gmt>
		<wp:comment_status><![CDATA[closed]]></wp:comment_status>
		<wp:ping_status><![CDATA[closed]]></wp:ping_status>
		<wp:post_name><![CDATA[${slug}]]></wp:post_name>
		<wp:status><![CDATA[publish]]></wp:status>
		<wp:post_parent>0</wp:post_parent>
		<wp:menu_order>0</wp:menu_order>
		<wp:post_type><![CDATA[page]]></wp:post_type>
		<wp:post_password><![CDATA[]]></wp:post_password>
		<wp:is_sticky>0</wp:is_sticky>
		${postmeta.join('\n\t\t')}
	</item>
`;
}

/** A whole export with the given pages. */
export function writeSeed(...pages: PageContent[]): string {
  const items = (pages.length === 0 ? [{}] : pages).map(writePage);
  return HEAD + items.join('') + TAIL;
}

const HEADER = 'geo_city,geo_state,geo_url,phone,intro';

/** Rows of fictional towns, each with a unique slug. */
export function writeSheet(rows: number, intro = 'We fix leaks & drains.'): string {
  const lines = Array.from(
    { length: rows },
    (_, index) =>
      `Town ${index + 1},Texas,town-${index + 1}-tx,555-${String(index).padStart(4, '0')},"${intro}"`,
  );
  return `${[HEADER, ...lines].join('\n')}\n`;
}
