/** Servers on loopback, for as long as a test or the process that asks them. */
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** Head of a simulated page: without an icon a full Chrome asks for /favicon.ico and logs the 404. */
export const NO_ICON = '<link rel="icon" href="data:,">';

export interface Loopback {
  /** Where it listens, for example http://127.0.0.1:5050. */
  base: string;
  /** Lets the process end although it listens. */
  unref(): void;
  close(): Promise<void>;
}

/**
 * @param port 0 takes a free one
 * @throws what the system says of a port that is taken
 */
export async function listenOnLoopback(server: HttpServer, port = 0): Promise<Loopback> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    unref: () => unrefServer(server),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Connections that wait for a next request would keep the process alive for another six seconds. */
export function unrefServer(server: Server): void {
  server.unref();
  server.on('connection', (socket) => socket.unref());
}
