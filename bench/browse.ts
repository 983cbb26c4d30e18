/**
 * Simulates browsing users in a process: `node bench/browse.ts '{"address":…}'`. Each opens a page (all of its calls
 * at once), waits for the think time and opens the next one, until stdin ends. Prints times and errors as JSON.
 */
import { Agent, get } from 'node:http';
import { setTimeout } from 'node:timers/promises';

export interface BrowseOptions {
  address: string;
  /** Tokens, one for each user. */
  tokens: string[];
  /** API calls of each page. */
  pages: string[][];
  thinkMs: number;
}

export interface BrowseResult {
  /** Milliseconds of each call with status 200. */
  times: number[];
  /** Failed calls, by status or error code. */
  failures: Record<string, number>;
}

const { address, tokens, pages, thinkMs }: BrowseOptions = JSON.parse(process.argv[2] ?? '{}');
const agent = new Agent({ keepAlive: true, maxSockets: tokens.length });
const result: BrowseResult = { times: [], failures: {} };
const ended = new AbortController();
process.stdin.resume().once('end', () => ended.abort());

function call(path: string, token: string): Promise<void> {
  const start = performance.now();
  return new Promise((resolve) => {
    const finish = (failure?: string) => {
      if (failure === undefined) result.times.push(performance.now() - start);
      else result.failures[failure] = (result.failures[failure] ?? 0) + 1;
      resolve();
    };
    const headers = { authorization: `Bearer ${token}` };
    get(address + path, { agent, headers }, (reply) => {
      reply.resume();
      reply.once('end', () => finish(reply.statusCode === 200 ? undefined : String(reply.statusCode)));
      reply.once('error', (error) => finish(error.message));
    }).once('error', (error) => finish(error.message));
  });
}

async function browse(token: string, user: number): Promise<void> {
  // Spreads the users' starts over one think time.
  await pause((thinkMs * user) / tokens.length);
  for (let page = user; !ended.signal.aborted; page += 1) {
    await Promise.all((pages[page % pages.length] ?? []).map((path) => call(path, token)));
    await pause(thinkMs);
  }
}

async function pause(ms: number): Promise<void> {
  await setTimeout(ms, undefined, { signal: ended.signal }).catch(() => {});
}

await Promise.all(tokens.map(browse));
process.stdout.write(JSON.stringify(result), () => process.exit(0));
