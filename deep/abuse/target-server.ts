/** The attacked server: a separate process whose memory, event loop and log are measured from outside. */
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { startServerProcess } from '#testkit/server-process.ts';

const PROBE = fileURLToPath(new URL('probe.ts', import.meta.url));
/** Longer than the probe's interval. */
const SETTLE_MS = 300;
/** Unit of CPU time on Linux. */
const TICK_MS = 10;

interface Impact {
  /** Longest blocking of the event loop, in CPU time. */
  blockedMs: number;
  /** Peak growth of the resident memory, in MB. */
  growthMb: number;
  /** Bytes of log written. */
  logBytes: number;
}

export interface TargetServer {
  address: string;
  port: number;
  /** Runs an attack. @returns its effect on the server */
  measure(attack: () => Promise<unknown>): Promise<Impact>;
  /** CPU time of the process so far. */
  cpuMs(): number;
  /** Log so far. */
  output(): string;
}

/** Starts a server that ends with the test. */
export async function startTargetServer(): Promise<TargetServer> {
  const folder = makeFolder();
  const probeFile = join(folder, 'probe');
  const server = await startServerProcess({
    dataFolder: join(folder, 'data'),
    environment: { NODE_OPTIONS: `--import ${PROBE}`, ABUSE_PROBE: probeFile },
  });
  onTestFinished(async () => {
    await server.end('SIGKILL');
  });
  const status = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) /
    1000;
  return {
    address: server.address,
    port: Number(new URL(server.address).port),
    output: server.output,
    cpuMs() {
      const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    },
    async measure(attack) {
      // Waits for the end of the startup, and resets the memory peak.
      await sleep(SETTLE_MS);
      server.signal('SIGUSR2');
      writeFileSync(`/proc/${server.pid}/clear_refs`, '5');
      const before = { rss: status('VmRSS'), log: server.output().length };
      await attack();
      await sleep(SETTLE_MS);
      return {
        blockedMs: Math.round(Number(readFileSync(probeFile, 'utf8'))),
        growthMb: Math.round(status('VmHWM') - before.rss),
        logBytes: server.output().length - before.log,
      };
    },
  };
}

/** Reads the status of a response; 0 if the connection ended without one. */
function readStatus(text: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
}

export interface Caller {
  /** Source address on loopback; each counts as a separate network. */
  from?: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  method?: string;
}

/** Opens a connection and sends the head of a request; the caller sends the body. */
export function openRequest(port: number, call: Caller & { length: number }): Socket {
  const { from = '127.0.0.1', path, headers = {}, method = 'POST', length } = call;
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  socket.on('error', () => undefined);
  const fields = { host: 'localhost', 'content-length': String(length), connection: 'close', ...headers };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n`);
  return socket;
}

/** Sends a whole request from a separate address. @returns status and duration */
export async function send(
  port: number,
  call: Caller,
): Promise<{ status: number; ms: number; text: string }> {
  const start = performance.now();
  const body = call.body ?? '';
  const socket = openRequest(port, { ...call, length: Buffer.byteLength(body) });
  let text = '';
  socket.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  socket.write(body);
  await new Promise((resolve) => socket.once('close', resolve));
  return { status: readStatus(text), ms: performance.now() - start, text };
}

/** Signs in with a password. */
export function signInFrom(port: number, from: string, credentials: { email: string; password: string }) {
  return send(port, {
    from,
    path: '/api/v1/auth/login',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
}
