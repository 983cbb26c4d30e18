/**
 * Opens pages in a Chromium without attaching to them: an attached debugger makes the first script of a page about
 * 25 ms longer. The tasks come from the browser's trace.
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

/** Page that makes the browser load the fonts, which takes half a second. */
const WARM_UP_PAGE =
  'data:text/html,<title>Words</title><p style="font-family:system-ui">Words<p style="font-family:monospace">Words';

/** Traces every task and navigation. */
const TRACE_CONFIG = { includedCategories: TASK_CATEGORIES, recordMode: 'recordAsMuchAsPossible' };
const NAVIGATION = 'commitNavigationEnd';

export interface Visit {
  address: string;
  path: string;
  /** Initial storage of the page. */
  storage: Record<string, string>;
  /** Title of the loaded page. */
  title: RegExp;
  /** Idle time after the load, in milliseconds. */
  restMs: number;
}

export interface UnwatchedBrowser {
  /** Tasks since the navigation to the page. */
  visit: (visit: Visit) => Promise<Task[]>;
  close: () => Promise<void>;
}

/** @throws if there is no Chromium, or it doesn't start */
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
    // Discards further output, which must not fill the pipe.
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
  throw new Error('Chromium exited before it accepted a connection.');
}

async function openPage(
  { send, listen }: BrowserProtocol,
  { address, path, storage, title, restMs }: Visit,
): Promise<Task[]> {
  const { browserContextId } = await send('Target.createBrowserContext');
  const open = async (url: string) =>
    (await send('Target.createTarget', { url, browserContextId }))['targetId'];
  // Any response of the same origin can fill the storage.
  const before = await open(`${address}/favicon.svg`);
  await sleep(300);
  await evaluate(send, before, `Object.assign(localStorage, ${JSON.stringify(storage)}); 0`);
  const events: TraceEvent[] = [];
  const stop = listen('Tracing.dataCollected', ({ value }) => events.push(...(value as TraceEvent[])));
  await send('Tracing.start', { traceConfig: TRACE_CONFIG, transferMode: 'ReportEvents' });
  await awaitTitle(send, await open(address + path), title);
  await sleep(restMs);
  // Otherwise the end of a trace would often wait five seconds for an open page.
  await send('Target.disposeBrowserContext', { browserContextId });
  await new Promise((resolve, reject) => {
    listen('Tracing.tracingComplete', resolve);
    send('Tracing.end').catch(reject);
  });
  stop();
  return readTasks(events, NAVIGATION);
}

/** Waits for the title, which the browser reports without attaching to the page. */
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
  throw new Error(`No page with the title ${title.source} appeared.`);
}

async function evaluate(send: Send, targetId: unknown, expression: string): Promise<unknown> {
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const question = { expression, awaitPromise: true, returnByValue: true };
  const { result } = await send('Runtime.evaluate', question, String(sessionId));
  await send('Target.detachFromTarget', { sessionId });
  return (result as { value: unknown }).value;
}
