/**
 * Connections cost memory before anything is known about them, so one network and all together have limited numbers
 * of them, and the last ones are reserved for networks that have none. Those of a trusted proxy count only together.
 */
import { BlockList, isIP, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { CONNECTIONS_OF_ALL, CONNECTIONS_OF_NETWORK, RESERVED_CONNECTIONS } from './limits.ts';

export interface ConnectionCapOptions {
  trustedProxies: readonly string[];
  nameNetwork?: (ip: string) => string;
  /** Other figures for tests. */
  connections?: { ofNetwork: number; ofAll: number; reserved: number };
}

/** Closes what comes above the caps, without an answer. */
export function capConnections(app: FastifyInstance, needs: ConnectionCapOptions): void {
  const { nameNetwork = (ip: string) => ip } = needs;
  const { ofNetwork, ofAll, reserved } = needs.connections ?? {
    ofNetwork: CONNECTIONS_OF_NETWORK,
    ofAll: CONNECTIONS_OF_ALL,
    reserved: RESERVED_CONNECTIONS,
  };
  const proxies = listProxies(needs.trustedProxies);
  const open = new Map<string, number>();
  let total = 0;
  app.server.maxConnections = ofAll;
  app.server.on('connection', (socket: Socket) => {
    const ip = socket.remoteAddress ?? '';
    if (proxies.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4')) return;
    const network = nameNetwork(ip);
    const count = (open.get(network) ?? 0) + 1;
    if (count > ofNetwork || (count > 1 && total >= ofAll - reserved)) {
      socket.destroy();
      return;
    }
    open.set(network, count);
    total += 1;
    socket.once('close', () => {
      total -= 1;
      const left = (open.get(network) ?? 0) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}

/** @param ranges as the settings name them: addresses, or ranges such as 10.0.0.0/8 */
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
