/** Servers on loopback that end with the test or the process. */
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** Icon of a simulated page: without one, Chrome requests /favicon.ico and logs the 404. */
export const NO_ICON = '<link rel="icon" href="data:,">';

export interface Loopback {
  /** Base URL, for example http://127.0.0.1:5050. */
  base: string;
  /** Lets the process exit while the server listens. */
  unref(): void;
  close(): Promise<void>;
}

/**
 * @param port 0 for a free one
 * @throws the system's error if the port is in use
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

/** Closes idle connections, which would keep the process alive for another six seconds. */
export function unrefServer(server: Server): void {
  server.unref();
  server.on('connection', (socket) => socket.unref());
}
