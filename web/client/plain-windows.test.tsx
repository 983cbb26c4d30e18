/** Over plain HTTP from another machine, windows can't queue for streams: only the focused one streams. */
import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { runsContract } from '#contract/runs.contract.ts';
import { storeUserData } from './session.ts';
import { useEvents } from './use-events.ts';

/** @returns signals of the opened streams, and the number of polls */
function open() {
  storeUserData({ access_token: 'token-1', role: 'user', name: 'Ada', avatar: '/a.svg' });
  const streams: AbortSignal[] = [];
  vi.stubGlobal('fetch', async (_address: string, { signal }: { signal: AbortSignal }) => {
    streams.push(signal);
    return new Response(new ReadableStream());
  });
  const polls = vi.fn<() => void>();
  renderHook(() =>
    useEvents(runsContract.events, { params: { id: 7 } }, { onEvent: () => undefined, onPoll: polls }),
  );
  return { streams, polls };
}

function focus(isFocused: boolean): void {
  vi.spyOn(document, 'hasFocus').mockReturnValue(isFocused);
  act(() => void window.dispatchEvent(new Event(isFocused ? 'focus' : 'blur')));
}

test('a window next to the one that is worked in has no stream until it has the focus, and looks at once then', async () => {
  vi.stubGlobal('isSecureContext', false);
  focus(false);
  const { streams, polls } = open();
  await act(async () => undefined);
  expect(streams).toEqual([]);
  focus(true);
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  expect(polls).toHaveBeenCalledTimes(1);
  focus(false);
  expect(streams[0]?.aborted).toBe(true);
});

test('elsewhere a visible window streams, with or without the focus', async () => {
  vi.stubGlobal('isSecureContext', true);
  focus(false);
  const { streams } = open();
  await vi.waitFor(() => expect(streams).toHaveLength(1));
});
