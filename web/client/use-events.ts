/**
 * Event stream for the life of a component; a new input opens a new stream. A hidden tab polls instead: a
 * browser opens only six connections to one server, and forgotten tabs would use them up.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { CallInput, Endpoint } from '#contract/endpoint.ts';
import { type EventHandlers, openEvents } from './events.ts';
import { mayStream, subscribeStreaming } from './stream-slots.ts';

const HIDDEN_POLL_MS = 5000;

export function useEvents<E extends Endpoint>(
  endpoint: E,
  /** `undefined` opens no stream. */
  input: CallInput<E> | undefined,
  handlers: EventHandlers<E>,
): void {
  const newest = useRef(handlers);
  useEffect(() => {
    newest.current = handlers;
  });
  const isSeen = useSyncExternalStore(subscribeStreaming, mayStream);
  const wasHidden = useRef(false);
  const key = input === undefined ? undefined : JSON.stringify(input);
  useEffect(() => {
    if (key === undefined) return;
    const poll = () => newest.current.onPoll?.();
    if (!isSeen) {
      wasHidden.current = true;
      const timer = setInterval(poll, HIDDEN_POLL_MS);
      return () => clearInterval(timer);
    }
    // Visible again: polls at once for what happened meanwhile.
    if (wasHidden.current) poll();
    wasHidden.current = false;
    return openEvents(endpoint, JSON.parse(key) as CallInput<E>, {
      onEvent: (data, event) => newest.current.onEvent(data, event),
      onPoll: poll,
      onRefused: () => newest.current.onRefused?.(),
    });
  }, [endpoint, key, isSeen]);
}
