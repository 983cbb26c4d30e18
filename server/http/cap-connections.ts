/**
 * Caps open connections per network and in total, because each costs memory before anything is known about
 * its client. The last slots are reserved for networks without a connection. Connections from trusted proxies
 * count only toward the total.
 */
import { BlockList, isIP, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { MAX_CONNECTIONS, MAX_CONNECTIONS_PER_NETWORK, RESERVED_CONNECTIONS } from './limits.ts';

export interface ConnectionCapOptions {
  trustedProxies: readonly string[];
  toNetworkKey?: (ip: string) => string;
  /** Smaller caps for tests. */
  connections?: { perNetwork: number; total: number; reserved: number };
}

/** Closes connections above the caps without a response. */
export function capConnections(app: FastifyInstance, options: ConnectionCapOptions): void {
  const { toNetworkKey = (ip: string) => ip } = options;
  const { perNetwork, total, reserved } = options.connections ?? {
    perNetwork: MAX_CONNECTIONS_PER_NETWORK,
    total: MAX_CONNECTIONS,
    reserved: RESERVED_CONNECTIONS,
  };
  const proxies = listProxies(options.trustedProxies);
  const open = new Map<string, number>();
  let openCount = 0;
  app.server.maxConnections = total;
  app.server.on('connection', (socket: Socket) => {
    const ip = socket.remoteAddress ?? '';
    if (proxies.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4')) return;
    const network = toNetworkKey(ip);
    const count = (open.get(network) ?? 0) + 1;
    if (count > perNetwork || (count > 1 && openCount >= total - reserved)) {
      socket.destroy();
      return;
    }
    open.set(network, count);
    openCount += 1;
    socket.once('close', () => {
      openCount -= 1;
      const left = (open.get(network) ?? 0) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}

/** @param ranges addresses or CIDR ranges such as 10.0.0.0/8 */
function listProxies(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
