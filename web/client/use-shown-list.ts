/**
 * List on a screen, read from the slice of its noun; a noun without a slice is read from the calls. Old rows
 * stay while others load, but only those of this visit: rows of an earlier visit aren't shown as this one's
 * reply.
 */
import { useMemo, useState } from 'react';
import type { CallInput, Endpoint } from '#contract/endpoint.ts';
import { readListSlice } from './store.ts';
import { type CallState, useCall } from './use-call.ts';
import { useAppSelector } from './use-store.ts';

/** @param pollMs polling interval */
export function useShownList<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  pollMs?: number,
): CallState<E> {
  const call = useCall(endpoint, ...([input, { isShown: true, pollMs }] as never));
  const slice = useAppSelector((state) => readListSlice(state, endpoint.id));
  const [hasAnswered, setAnswered] = useState(false);
  const loaded = slice?.loaded ?? null;
  const isAnswer = loaded !== null && JSON.stringify(loaded.input) === JSON.stringify(input);
  if (isAnswer && !hasAnswered) setAnswered(true);
  const loadedMs = isAnswer || hasAnswered ? loaded?.at : undefined;
  const loadedAt = useMemo(() => (loadedMs === undefined ? undefined : new Date(loadedMs)), [loadedMs]);
  if (slice === undefined) return call;
  const isKnown = loadedAt !== undefined;
  return {
    ...call,
    data: isKnown ? (slice.data as CallState<E>['data']) : undefined,
    meta: isKnown ? (slice.meta ?? undefined) : undefined,
    loadedAt,
    isLoading: !isKnown && call.isFetching,
  };
}
