/** A stream of events for the life of a component; a new input opens a new stream. */
import { useEffect, useRef } from 'react';
import type { CallInput, Endpoint } from '#contract/endpoint.ts';
import { type EventHandlers, openEvents } from './events.ts';

export function useEvents<E extends Endpoint>(
  endpoint: E,
  /** `undefined` opens nothing. */
  input: CallInput<E> | undefined,
  handlers: EventHandlers<E>,
): void {
  const newest = useRef(handlers);
  useEffect(() => {
    newest.current = handlers;
  });
  const key = input === undefined ? undefined : JSON.stringify(input);
  useEffect(() => {
    if (key === undefined) return;
    return openEvents(endpoint, JSON.parse(key) as CallInput<E>, {
      onEvent: (data, event) => newest.current.onEvent(data, event),
      onPoll: () => newest.current.onPoll?.(),
    });
  }, [endpoint, key]);
}
