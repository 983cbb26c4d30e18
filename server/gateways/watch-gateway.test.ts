/** Counts all errors of a gateway, which reach the caller unchanged. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { GatewayError } from './gateway-error.ts';
import { watchGateway } from './watch-gateway.ts';

const down = new GatewayError('It does not answer.', { service: 'files', kind: 'down' });
const fail = async (): Promise<never> => {
  throw down;
};

function watch<Gateway extends object>(gateway: Gateway) {
  const faults: string[] = [];
  const calls: string[] = [];
  const watched = watchGateway('files', gateway, {
    countFault: (service, kind) => faults.push(`${service} ${kind}`),
    traceCall: (service, method, call) => {
      calls.push(`${service}.${method}`);
      return call();
    },
  });
  return { watched, faults, calls };
}

async function* failLate() {
  yield new Uint8Array(3);
  throw down;
}

it('counts errors of a promise, a stream, a list and a synchronous call, once each', async () => {
  const { watched, faults } = watch({
    read: fail,
    open: async () => Readable.from(failLate()),
    list: () => failLate(),
    find: () => {
      throw down;
    },
  });
  await expect(watched.read()).rejects.toBe(down);
  expect(faults).toEqual(['files down']);
  await expect(buffer(await watched.open())).rejects.toBe(down);
  expect(faults).toHaveLength(2);
  const listAll = async () => {
    for await (const _ of watched.list()) continue;
  };
  await expect(listAll()).rejects.toBe(down);
  expect(faults).toHaveLength(3);
  expect(() => watched.find()).toThrow(down);
  expect(faults).toHaveLength(4);
});

it('counts no other errors, and passes on results and values', async () => {
  const { watched, faults, calls } = watch({
    scratch: '/tmp',
    add: (first: number, second: number) => first + second,
    read: async () => {
      throw new TypeError('a bug');
    },
  });
  expect([watched.scratch, watched.add(2, 3)]).toEqual(['/tmp', 5]);
  await expect(watched.read()).rejects.toThrow('a bug');
  expect(faults).toEqual([]);
  expect(calls).toEqual(['files.add', 'files.read']);
});
