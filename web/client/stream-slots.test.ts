/**
 * How the windows of one browser share its few connections; each signal represents a window.
 * @vitest-environment node
 */
import { afterEach, expect, test, vi } from 'vitest';
import { notificationsContract } from '#contract/notifications.contract.ts';
import { runsContract } from '#contract/runs.contract.ts';
import { openRelay, acquireStreamSlot } from './stream-slots.ts';

const PAGE = runsContract.events;
const NEWS = notificationsContract.stream;
const windows: AbortController[] = [];
const openWindow = () => {
  const own = new AbortController();
  windows.push(own);
  return own;
};

afterEach(() => {
  for (const own of windows.splice(0)) own.abort();
});

/** Opens windows one after the other. @returns those that have a slot */
async function requestSlots(count: number, endpoint: typeof PAGE | typeof NEWS) {
  const holders: number[] = [];
  const own = Array.from({ length: count }, openWindow);
  for (const [index, { signal }] of own.entries()) {
    void acquireStreamSlot(endpoint, signal).then(() => {
      if (!signal.aborted) holders.push(index);
    });
  }
  return { holders, own };
}

/** Waits until the browser's pending lock requests are handled: an unused lock is requested last. */
const settle = () => navigator.locks.request('settled', () => undefined);

test('three windows stream their pages, whatever they show; the fourth waits until one leaves', async () => {
  const { holders, own } = await requestSlots(5, PAGE);
  await vi.waitFor(() => expect(holders).toEqual([0, 1, 2]));
  await settle();
  expect(holders).toHaveLength(3);
  own[1]?.abort();
  await vi.waitFor(() => expect(holders).toEqual([0, 1, 2, 3]));
});

test('one window alone hears what is reported to all, next to the pages', async () => {
  const pages = await requestSlots(3, PAGE);
  const news = await requestSlots(2, NEWS);
  await vi.waitFor(() => expect([pages.holders, news.holders]).toEqual([[0, 1, 2], [0]]));
  news.own[0]?.abort();
  await vi.waitFor(() => expect(news.holders).toEqual([0, 1]));
});

test('a window that leaves while it waits takes nothing', async () => {
  const { holders, own } = await requestSlots(5, PAGE);
  await vi.waitFor(() => expect(holders).toHaveLength(3));
  own[3]?.abort();
  own[0]?.abort();
  await vi.waitFor(() => expect(holders).toEqual([0, 1, 2, 4]));
});

test('what one window hears reaches the others, once each, and none that has left', async () => {
  const heard: [number, unknown][] = [];
  const own = [openWindow(), openWindow(), openWindow()];
  const relays = own.map(({ signal }, index) =>
    openRelay(NEWS, ({ data }) => heard.push([index, data]), signal),
  );
  relays[0]?.({ event: 'notification', data: 1 });
  await vi.waitFor(() => expect(heard).toHaveLength(2));
  expect(new Set(heard.map(([index]) => index))).toEqual(new Set([1, 2]));
  own[1]?.abort();
  relays[0]?.({ event: 'notification', data: 2 });
  await vi.waitFor(() => expect(heard).toHaveLength(3));
  expect(heard.at(-1)).toEqual([2, 2]);
});

test('what is reported one project stays in its window', async () => {
  const heard: unknown[] = [];
  const [first, second] = [openWindow(), openWindow()];
  openRelay(PAGE, ({ data }) => heard.push(data), second.signal);
  openRelay(PAGE, () => undefined, first.signal)({ event: 'run', data: 'of one project' });
  openRelay(NEWS, ({ data }) => heard.push(data), second.signal);
  openRelay(NEWS, () => undefined, first.signal)({ event: 'notification', data: 'for all' });
  await vi.waitFor(() => expect(heard).toEqual(['for all']));
});

test('without locks no window queues', async () => {
  vi.stubGlobal('navigator', {});
  const { holders } = await requestSlots(5, PAGE);
  await vi.waitFor(() => expect(holders).toEqual([0, 1, 2, 3, 4]));
});

test('a browser that forbids locks streams too', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('navigator', {
    locks: { request: () => Promise.reject(new DOMException('', 'SecurityError')) },
  });
  const { holders } = await requestSlots(4, PAGE);
  await vi.waitFor(() => expect(holders).toEqual([0, 1, 2, 3]));
});
