/**
 * Event stream of a mounted component: opened, replaced when the input changes, closed while the window is
 * hidden or without the focus.
 */
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { runsContract } from '#contract/runs.contract.ts';
import { pass } from '#testkit/web-clock.ts';
import { setFocus } from '#testkit/window-focus.ts';
import { storeUserData } from './session.ts';
import { useEvents } from './use-events.ts';

type Bytes = Uint8Array<ArrayBuffer>;

let calls: {
  path: string;
  signal: AbortSignal;
  stream: ReadableStreamDefaultController<Bytes> | undefined;
}[];
let received: [string, number][];
/** `isBack` of each poll. */
let polls: boolean[];

beforeEach(() => {
  calls = [];
  received = [];
  polls = [];
  storeUserData({ access_token: 'token-1', role: 'user', name: 'Ada', avatar: '/a.svg' });
  vi.stubGlobal('fetch', async (address: string, { signal }: { signal: AbortSignal }) => {
    const call: (typeof calls)[number] = { path: address.replace('/api/v1/', ''), signal, stream: undefined };
    calls.push(call);
    return new Response(
      new ReadableStream<Bytes>({
        start: (stream) => {
          call.stream = stream;
          signal.addEventListener('abort', () => stream.error(signal.reason));
        },
      }),
    );
  });
});

const open = (id: number | undefined) =>
  renderHook(
    ({ id: number, name }) =>
      useEvents(runsContract.events, number === undefined ? undefined : { params: { id: number } }, {
        onEvent: (run) => received.push([name, run.id]),
        onPoll: (isBack) => polls.push(isBack),
      }),
    { initialProps: { id, name: 'first' } },
  );

const look = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};
const openCalls = () => calls.filter(({ signal }) => !signal.aborted).map(({ path }) => path);
const emit = (id: number) =>
  act(async () =>
    calls.at(-1)?.stream?.enqueue(new TextEncoder().encode(`event: run\ndata: {"id":${id}}\n\n`)),
  );

test('an unknown input opens no stream', async () => {
  const { rerender } = open(undefined);
  await waitFor(() => expect(calls).toEqual([]));
  rerender({ id: 7, name: 'first' });
  await waitFor(() => expect(openCalls()).toEqual(['projects/7/events']));
});

test('another page of the same kind closes the old stream and opens its own', async () => {
  const { rerender } = open(7);
  await waitFor(() => expect(openCalls()).toEqual(['projects/7/events']));
  rerender({ id: 8, name: 'first' });
  await waitFor(() => expect(openCalls()).toEqual(['projects/8/events']));
});

test('events reach the latest render, without a new stream', async () => {
  const { rerender } = open(7);
  await waitFor(() => expect(calls).toHaveLength(1));
  rerender({ id: 7, name: 'second' });
  await emit(3);
  await waitFor(() => expect(received).toEqual([['second', 3]]));
  expect(calls).toHaveLength(1);
});

test('a hidden tab closes its stream and polls every 5 s', async () => {
  open(7);
  await waitFor(() => expect(openCalls()).toHaveLength(1));
  look('hidden');
  await waitFor(() => expect(openCalls()).toEqual([]));
  await pass(4999);
  expect(polls).toEqual([]);
  await pass(1);
  expect(polls).toEqual([false]);
  await pass(10_000);
  expect(polls).toEqual([false, false, false]);
  expect(calls).toHaveLength(1);
});

test('when it becomes visible it polls at once and streams again', async () => {
  open(7);
  await waitFor(() => expect(openCalls()).toHaveLength(1));
  look('hidden');
  await pass(1000);
  look('visible');
  expect(polls).toEqual([true]);
  await waitFor(() => expect(openCalls()).toEqual(['projects/7/events']));
  expect(calls).toHaveLength(2);
  await pass(20_000);
  expect(polls).toEqual([true]);
  await emit(4);
  await waitFor(() => expect(received).toEqual([['first', 4]]));
});

test('a page that opens hidden has no stream until it becomes visible', async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  open(7);
  await pass(5000);
  expect(calls).toEqual([]);
  expect(polls).toEqual([false]);
  look('visible');
  await waitFor(() => expect(openCalls()).toHaveLength(1));
});

test('a visible window without the focus polls every 5 s; with the focus it polls at once and streams', async () => {
  setFocus(false);
  open(7);
  await pass(10_000);
  expect(calls).toEqual([]);
  expect(polls).toEqual([false, false]);
  setFocus(true);
  expect(polls).toEqual([false, false, true]);
  await waitFor(() => expect(openCalls()).toEqual(['projects/7/events']));
  setFocus(false);
  expect(openCalls()).toEqual([]);
});

test('a window streams while the focus is in an iframe of its page', async () => {
  open(7);
  await waitFor(() => expect(openCalls()).toHaveLength(1));
  // The window is blurred then, but its document has the focus.
  act(() => void window.dispatchEvent(new Event('blur')));
  await pass(20_000);
  expect(openCalls()).toHaveLength(1);
  expect(calls).toHaveLength(1);
  expect(polls).toEqual([]);
});

test('unmounting the page closes the stream', async () => {
  const { unmount } = open(7);
  await waitFor(() => expect(openCalls()).toHaveLength(1));
  unmount();
  await waitFor(() => expect(openCalls()).toEqual([]));
  await pass(60_000);
  expect(polls).toEqual([]);
  expect(calls).toHaveLength(1);
});
