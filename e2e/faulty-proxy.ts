/**
 * A faulty proxy between browser and server: it forwards everything until an upload has sent a number of bytes, then
 * cuts the connection or pauses it.
 */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface FaultyProxy {
  /** Address without a trailing slash. */
  baseUrl: string;
  /** Cuts every upload after this many bytes, including automatic retries of the browser. */
  cutAfter(bytes: number): void;
  /** Pauses the next upload after this many bytes. @returns function that resumes it, once it is paused */
  holdAfter(bytes: number): Promise<() => void>;
  close(): Promise<void>;
}

interface Fault {
  bytes: number;
  /** True if it applies to more than one upload. */
  isLasting: boolean;
  act: (client: Socket, server: Socket) => void;
}

const UPLOAD = 'POST /api/v1/upload ';

export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const { port } = new URL(target);
  const state: { fault?: Fault | undefined } = {};
  const sockets = new Set<Socket>();
  const line = createServer((client) => {
    const server = connect(Number(port), '127.0.0.1');
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      socket.on('error', () => undefined);
    }
    client.once('close', () => server.destroy());
    server.once('close', () => client.destroy());
    server.pipe(client);
    watchUpload(client, server, state);
  });
  line.listen(0, '127.0.0.1');
  await once(line, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    cutAfter: (bytes) => {
      state.fault = { bytes, isLasting: true, act: cut };
    },
    holdAfter: (bytes) =>
      new Promise((resolve) => {
        const hold = (client: Socket) => {
          client.pause();
          resolve(() => client.resume());
        };
        state.fault = { bytes, isLasting: false, act: hold };
      }),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      line.close();
      await once(line, 'close');
    },
  };
}

function cut(client: Socket, server: Socket): void {
  client.destroy();
  server.destroy();
}

function watchUpload(client: Socket, server: Socket, state: { fault?: Fault | undefined }): void {
  let passed: number | undefined;
  client.on('data', (chunk: Buffer) => {
    // A request starts with a new chunk, because the browser waits for the previous response.
    if (chunk.toString('latin1', 0, UPLOAD.length) === UPLOAD) passed = 0;
    if (passed !== undefined) passed += chunk.length;
    const { fault } = state;
    const isFree = server.write(chunk);
    if (fault === undefined || passed === undefined || passed < fault.bytes) {
      if (isFree) return;
      client.pause();
      server.once('drain', () => client.resume());
      return;
    }
    if (!fault.isLasting) state.fault = undefined;
    passed = undefined;
    fault.act(client, server);
  });
}
