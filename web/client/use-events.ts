/**
 * Event stream for the life of a component; a new input opens a new stream. Only the focused window streams, the
 * others poll: a browser opens six connections to one server for all its windows, and streams would use them up.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { CallInput, Endpoint } from '#contract/endpoint.ts';
import { type EventHandlers, openEvents } from './events.ts';

const UNFOCUSED_POLL_MS = 5000;

const hasFocus = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

function subscribeFocus(listener: () => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  document.addEventListener('visibilitychange', listener, { signal });
  window.addEventListener('focus', listener, { signal });
  window.addEventListener('blur', listener, { signal });
  return () => controller.abort();
}

/** @param handlers `onPoll` is also called every 5 s without the focus, and with `isBack` when it returns */
export function useEvents<E extends Endpoint>(
  endpoint: E,
  /** `undefined` opens no stream. */
  input: CallInput<E> | undefined,
  handlers: EventHandlers<E>,
): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  const isFocused = useSyncExternalStore(subscribeFocus, hasFocus);
  const wasUnfocused = useRef(false);
  const key = input === undefined ? undefined : JSON.stringify(input);
  useEffect(() => {
    if (key === undefined) return;
    const onPoll = (isBack: boolean) => latest.current.onPoll?.(isBack);
    if (!isFocused) {
      wasUnfocused.current = true;
      const timer = setInterval(() => onPoll(false), UNFOCUSED_POLL_MS);
      return () => clearInterval(timer);
    }
    if (wasUnfocused.current) onPoll(true);
    wasUnfocused.current = false;
    return openEvents(endpoint, JSON.parse(key) as CallInput<E>, {
      onEvent: (data, event) => latest.current.onEvent(data, event),
      onPoll,
      onRefused: () => latest.current.onRefused?.(),
    });
  }, [endpoint, key, isFocused]);
}
