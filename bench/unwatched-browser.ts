/**
 * Opens pages in a Chromium that nobody watches. Whoever is attached to a page makes its first script
 * some 25 ms longer, because the browser collects what a debugger might ask. So a page loads alone, and
 * the browser as a whole events the tasks of its threads.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBrowserProgram } from '../e2e/browser-program.ts';
import { type BrowserProtocol, connect, type Send } from './browser-protocol.ts';
import { type TraceEvent, readTasks, TASK_CATEGORIES, type Task } from './task-trace.ts';

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
const TIMEOUT_MS = 60_000;
const POLL_MS = 50;

/** The first words that a browser draws make it look for the machine's fonts, for half a second. */
const WARM_UP_PAGE =
  'data:text/html,<title>Words</title><p style="font-family:system-ui">Words<p style="font-family:monospace">Words';

/** What the browser events of every task, and when a page took the place of an empty one. */
const TRACE_CONFIG = { includedCategories: TASK_CATEGORIES, recordMode: 'recordAsMuchAsPossible' };
const ARRIVAL = 'commitNavigationEnd';

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
  /** Every task since the page's own document came. */
  visit: (visit: Visit) => Promise<Task[]>;
  close: () => Promise<void>;
}

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
    const protocol = await connect(await readAddress(createInterface(browser.stderr)));
    const { send } = protocol;
    // What it says later is not read, and must not fill its pipe.
    browser.stderr.resume();
    const { browserContextId } = await send('Target.createBrowserContext');
    const { targetId } = await send('Target.createTarget', { url: WARM_UP_PAGE, browserContextId });
    await awaitTitle(send, targetId, /Words/);
    await sleep(1000);
    await send('Target.disposeBrowserContext', { browserContextId });
    return { visit: (visit) => openPage(protocol, visit), close };
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

async function openPage(
  { send, listen }: BrowserProtocol,
  { address, path, storage, title, restMs }: Visit,
): Promise<Task[]> {
  const { browserContextId } = await send('Target.createBrowserContext');
  const open = async (url: string) =>
    (await send('Target.createTarget', { url, browserContextId }))['targetId'];
  // Any answer of the same origin may set what the page will find.
  const before = await open(`${address}/favicon.svg`);
  await sleep(300);
  await evaluate(send, before, `Object.assign(localStorage, ${JSON.stringify(storage)}); 0`);
  const events: TraceEvent[] = [];
  const stop = listen('Tracing.dataCollected', ({ value }) => events.push(...(value as TraceEvent[])));
  await send('Tracing.start', { traceConfig: TRACE_CONFIG, transferMode: 'ReportEvents' });
  await awaitTitle(send, await open(address + path), title);
  await sleep(restMs);
  // Mostly the end of a trace would wait five seconds for a page that is there.
  await send('Target.disposeBrowserContext', { browserContextId });
  await new Promise((resolve, reject) => {
    listen('Tracing.tracingComplete', resolve);
    send('Tracing.end').catch(reject);
  });
  stop();
  return readTasks(events, ARRIVAL);
}

/** The title is told of a page to which nobody is attached. */
async function awaitTitle(send: Send, targetId: unknown, title: RegExp): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  while (performance.now() < end) {
    const { targetInfos } = await send('Target.getTargets');
    const page = (targetInfos as { targetId: string; title: string }[]).find(
      (each) => each.targetId === targetId,
    );
    if (page && title.test(page.title)) return;
    await sleep(POLL_MS);
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
