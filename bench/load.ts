/**
 * Load generator: `node bench/load.ts '{"address":…}'`. In a closed loop, each connection sends the next request after
 * a response. In an open loop (`perSecond`), requests start at a fixed rate, and latency counts from the scheduled
 * start. It stops early when stdin ends.
 */
import { Agent, get } from 'node:http';

export interface LoadOptions {
  address: string;
  /** Requested in rotation. */
  paths: string[];
  /** Used in rotation, because each user has a rate limit. */
  tokens: string[];
  connections: number;
  /** Rate of an open loop; without it the loop is closed. */
  perSecond?: number;
  seconds: number;
}

export interface LoadResult {
  count: number;
  /** Time from the first request to the last response. */
  elapsedMs: number;
  /** Scheduled start (milliseconds since 1970) and latency of each request in an open loop. */
  times: [beginMs: number, tookMs: number][];
}

interface LoadClient {
  send(index: number): Promise<void>;
}

function createLoadClient({ address, paths, tokens, connections }: LoadOptions): LoadClient {
  // Rotates connections: the server closes idle ones, possibly while a request is on its way.
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' });
  const pick = (list: readonly string[], index: number) => list[index % list.length] ?? '';
  return {
    send: (index) =>
      new Promise((resolve, reject) => {
        const headers = { authorization: `Bearer ${pick(tokens, index)}` };
        const request = get(address + pick(paths, index), { agent, headers }, (response) => {
          if (response.statusCode !== 200)
            reject(new Error(`${pick(paths, index)} returned ${response.statusCode}`));
          response.resume();
          response.once('end', resolve);
          response.once('error', reject);
        });
        request.once('error', reject);
      }),
  };
}

async function runClosedLoop(options: LoadOptions, { send }: LoadClient): Promise<LoadResult> {
  const begin = performance.now();
  const end = begin + options.seconds * 1000;
  let count = 0;
  let next = 0;
  const connection = async () => {
    while (performance.now() < end) {
      next += 1;
      await send(next);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: options.connections }, connection));
  return { count, elapsedMs: performance.now() - begin, times: [] };
}

async function runOpenLoop(
  options: LoadOptions,
  perSecond: number,
  { send }: LoadClient,
): Promise<LoadResult> {
  const begin = performance.now();
  const times: LoadResult['times'] = [];
  const pending: Promise<void>[] = [];
  for (let index = 0; index < options.seconds * perSecond && !process.stdin.readableEnded; index += 1) {
    const due = begin + (index * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    pending.push(
      send(index).then(() => {
        times.push([performance.timeOrigin + due, performance.now() - due]);
      }),
    );
  }
  await Promise.all(pending);
  return { count: times.length, elapsedMs: performance.now() - begin, times };
}

process.stdin.resume();
const options: LoadOptions = JSON.parse(process.argv[2] ?? '{}');
const client = createLoadClient(options);
const result = await (options.perSecond === undefined
  ? runClosedLoop(options, client)
  : runOpenLoop(options, options.perSecond, client));
process.stdout.write(JSON.stringify(result), () => process.exit(0));
