/** Reconnects, timeouts and polling of event streams, with a fake clock. */
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { notificationsContract } from '#contract/notifications.contract.ts';
import { pass } from '#testkit/web-clock.ts';
import { openEvents } from './events.ts';
import { clearStorage, readUserData, storeUserData } from './session.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Stream = ReadableStreamDefaultController<Bytes>;

let responses: ((signal: AbortSignal) => Response | Promise<Response>)[];
/** Times of the calls, in milliseconds since the stream was opened. */
let calls: number[];
let streams: Stream[];
let began: number;
let stop = () => {};
const received: number[] = [];
const counts = { polls: 0, reconnects: 0, refused: 0 };

const open = (signal: AbortSignal) =>
  new Response(
    new ReadableStream<Bytes>({
      start: (controller) => {
        streams.push(controller);
        signal.addEventListener('abort', () => controller.error(signal.reason));
      },
    }),
  );
const status = (code: number) => () => new Response('{}', { status: code });
const unreachable = () => Promise.reject(new TypeError('no net'));

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  responses = [];
  calls = [];
  streams = [];
  received.length = 0;
  Object.assign(counts, { polls: 0, reconnects: 0, refused: 0 });
  storeUserData({ access_token: 'token-1', role: 'user', name: 'Ada', avatar: '/a.svg' });
  vi.stubGlobal('fetch', async (_path: string, { signal }: { signal: AbortSignal }) => {
    calls.push(Date.now() - began);
    return (responses.shift() ?? open)(signal);
  });
});
afterEach(() => {
  stop();
});

function follow() {
  began = Date.now();
  stop = openEvents(
    notificationsContract.stream,
    {},
    {
      onEvent: ({ id }) => received.push(id),
      onPoll: (isBack) => (counts[isBack ? 'reconnects' : 'polls'] += 1),
      onRefused: () => (counts.refused += 1),
    },
  );
}

const emit = (stream: Stream | undefined, text: string) => stream?.enqueue(new TextEncoder().encode(text));
const event = (id: number) => `event: notification\ndata: {"id":${id}}\n\n`;

/** Advances the clock in steps, so that work started by a response isn't overtaken. */
async function passSlowly(ms: number, stepMs = 500) {
  for (let passed = 0; passed < ms; passed += stepMs) {
    await pass(Math.min(stepMs, ms - passed));
    await pass(0);
  }
}

describe('a stream that fails to open', () => {
  test.each([
    ['429: too many streams are open', status(429)],
    ['503: the server is restarting', status(503)],
    ['500', status(500)],
    ['no net', unreachable],
  ])('(%s) is retried with growing intervals up to 15 s, and the page polls', async (_why, response) => {
    responses = Array.from({ length: 8 }, () => response);
    follow();
    await passSlowly(62_000);
    expect(calls).toEqual([0, 1000, 3000, 7000, 15_000, 30_000, 45_000, 60_000]);
    expect(counts.refused).toBe(0);
    // Every 1.5 s from the first failure.
    expect(counts.polls).toBe(41);
    expect(readUserData()).toBeDefined();
  });

  test('is retried, and the page polls, only after the time in Retry-After', async () => {
    responses = [() => new Response('{}', { status: 429, headers: { 'retry-after': '20' } })];
    follow();
    await passSlowly(19_500);
    expect(calls).toEqual([0]);
    expect(counts.polls).toBe(0);
    await passSlowly(1000);
    expect(calls).toEqual([0, 20_000]);
  });

  test.each([400, 403, 404, 410])('(%i) is not retried, and the page is notified once', async (code) => {
    responses = [status(code)];
    follow();
    await passSlowly(30_000);
    expect(calls).toEqual([0]);
    expect(counts).toEqual({ polls: 0, reconnects: 0, refused: 1 });
    expect(readUserData()).toBeDefined();
  });

  test('ends the session after a 401 and is not retried', async () => {
    responses = [status(401)];
    follow();
    await passSlowly(30_000);
    expect(calls).toEqual([0]);
    expect(readUserData()).toBeUndefined();
    expect(counts.polls).toBe(0);
  });

  test('is not requested without a token', async () => {
    clearStorage();
    follow();
    await passSlowly(5000);
    expect(calls).toEqual([]);
    expect(counts).toEqual({ polls: 0, reconnects: 0, refused: 1 });
  });
});

describe('an open stream', () => {
  test('is reopened after a minute without data', async () => {
    follow();
    await waitFor(() => expect(streams).toHaveLength(1));
    await passSlowly(59_500);
    expect(calls).toHaveLength(1);
    await passSlowly(2000);
    expect(calls).toHaveLength(2);
    emit(streams[1], event(5));
    await waitFor(() => expect(received).toEqual([5]));
  });

  test('stays open with any data, even a comment', async () => {
    follow();
    await waitFor(() => expect(streams).toHaveLength(1));
    for (let round = 0; round < 6; round += 1) {
      await passSlowly(30_000, 10_000);
      emit(streams[0], ': still here\n\n');
      await pass(0);
    }
    expect(calls).toEqual([0]);
    expect(counts.polls).toBe(0);
  });

  test('stops polling when it reconnects, and resets the intervals of retries', async () => {
    responses = [status(503), status(503), open, status(503)];
    follow();
    await passSlowly(3500);
    expect(calls).toEqual([0, 1000, 3000]);
    const { polls } = counts;
    expect(polls).toBeGreaterThan(0);
    await passSlowly(20_000);
    expect(counts.polls).toBe(polls);
    streams[0]?.close();
    await passSlowly(3500);
    expect(calls.length).toBe(5);
    expect(counts.polls).toBeGreaterThan(polls);
  });

  test('polls once when it returns, because events were missed meanwhile', async () => {
    responses = [open, open];
    follow();
    await waitFor(() => expect(streams).toHaveLength(1));
    expect(counts.polls).toBe(0);
    streams[0]?.close();
    await passSlowly(1000, 100);
    await waitFor(() => expect(streams).toHaveLength(2));
    await waitFor(() => expect(counts).toEqual({ polls: 0, reconnects: 1, refused: 0 }));
  });

  test('ignores an event that isn’t JSON', async () => {
    follow();
    await waitFor(() => expect(streams).toHaveLength(1));
    emit(streams[0], 'data: not json\n\n');
    await passSlowly(1500);
    await waitFor(() => expect(streams).toHaveLength(2));
    emit(streams[1], event(8));
    await waitFor(() => expect(received).toEqual([8]));
  });

  test('reports no events after it is closed', async () => {
    follow();
    await waitFor(() => expect(streams).toHaveLength(1));
    stop();
    await passSlowly(90_000, 10_000);
    expect(calls).toEqual([0]);
    expect(counts).toEqual({ polls: 0, reconnects: 0, refused: 0 });
  });
});
