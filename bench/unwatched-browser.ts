/**
 * Opens pages in a Chromium that nobody watches. Whoever is attached to a page makes its first script
 * some 25 ms longer, because the browser collects what a debugger might ask. So a page loads alone, and
 * is asked afterwards for the tasks that the browser itself has kept of it.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBrowserProgram } from '../e2e/browser-program.ts';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-port=0',
  '--window-size=1440,900',
];
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 50;

/** The first words that a browser draws make it look for the machine's fonts, for half a second. */
const WORDS =
  'data:text/html,<title>Words</title><p style="font-family:system-ui">Words<p style="font-family:monospace">Words';

/** Tells the durations that the page has kept; of tasks below 50 ms a browser keeps nothing. */
const READ_TASKS = `new Promise((resolve) => {
  const tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask', buffered: true });
  setTimeout(() => resolve(tasks), 200);
})`;

export interface Visit {
  address: string;
  path: string;
  /** What the page finds in its storage. */
  storage: Record<string, string>;
  /** The page has loaded when its title is this. */
  title: RegExp;
  /** So long it is left alone after that. */
  restMs: number;
}

export interface UnwatchedBrowser {
  /** Milliseconds of each long task, oldest first. */
  visit: (visit: Visit) => Promise<number[]>;
  close: () => Promise<void>;
}

type Send = (method: string, params?: object, sessionId?: string) => Promise<Record<string, unknown>>;

/** @throws where there is no Chromium, or it does not start */
export async function openUnwatchedBrowser(): Promise<UnwatchedBrowser> {
  const { executablePath, env } = await findBrowserProgram();
  const profile = mkdtempSync(join(tmpdir(), 'geoloom-bench-browser-'));
  const browser = spawn(executablePath, [...FLAGS, `--user-data-dir=${profile}`], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const isOver = new Promise((resolve) => browser.once('exit', resolve));
  const close = async () => {
    browser.kill();
    await isOver;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const send = await connect(await readAddress(createInterface(browser.stderr)));
    // What it says later is not read, and must not fill its pipe.
    browser.stderr.resume();
    const { browserContextId } = await send('Target.createBrowserContext');
    const { targetId } = await send('Target.createTarget', { url: WORDS, browserContextId });
    await awaitTitle(send, targetId, /Words/);
    await sleep(1000);
    await send('Target.disposeBrowserContext', { browserContextId });
    return { visit: (visit) => openPage(send, visit), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function readAddress(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error('Chromium ended before it could be spoken to.');
}

/** The browser's own protocol: https://chromedevtools.github.io/devtools-protocol/ */
async function connect(address: string): Promise<Send> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, (reply: Reply) => void>();
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    waiting.get(reply.id ?? 0)?.(reply);
    waiting.delete(reply.id ?? 0);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  let count = 0;
  return async (method, params = {}, sessionId) => {
    count += 1;
    const id = count;
    const reply = new Promise<Reply>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params, sessionId }));
    const { result = {}, error } = await reply;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
}

interface Reply {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
}

async function openPage(send: Send, { address, path, storage, title, restMs }: Visit): Promise<number[]> {
  const { browserContextId } = await send('Target.createBrowserContext');
  const open = async (url: string) =>
    (await send('Target.createTarget', { url, browserContextId }))['targetId'];
  // Any answer of the same origin may set what the page will find.
  const before = await open(`${address}/favicon.svg`);
  await sleep(300);
  await evaluate(send, before, `Object.assign(localStorage, ${JSON.stringify(storage)}); 0`);
  const page = await open(address + path);
  await awaitTitle(send, page, title);
  await sleep(restMs);
  const tasks = await evaluate(send, page, READ_TASKS);
  await send('Target.disposeBrowserContext', { browserContextId });
  return tasks as number[];
}

/** The title is told of a page to which nobody is attached. */
async function awaitTitle(send: Send, targetId: unknown, title: RegExp): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const { targetInfos } = await send('Target.getTargets');
    const page = (targetInfos as { targetId: string; title: string }[]).find(
      (each) => each.targetId === targetId,
    );
    if (page && title.test(page.title)) return;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`The page with the title ${title.source} did not come.`);
}

async function evaluate(send: Send, targetId: unknown, expression: string): Promise<unknown> {
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const question = { expression, awaitPromise: true, returnByValue: true };
  const { result } = await send('Runtime.evaluate', question, String(sessionId));
  await send('Target.detachFromTarget', { sessionId });
  return (result as { value: unknown }).value;
}
