/**
 * Data on a screen, read from the slice of its noun; a noun without a slice is read from the calls. A slice may hold
 * another input's data, if its reply came late: the screen then reads its own call.
 */
import { useMemo, useState } from 'react';
import type { CallInput, Endpoint } from '#contract/endpoint.ts';
import { readListSlice, readOpenedRow } from './store.ts';
import { type CallOptions, type CallState, useCall } from './use-call.ts';
import { useAppSelector } from './use-store.ts';

/**
 * List on a screen. Old rows stay while others load, but only those of this visit: rows of an earlier visit aren't
 * shown as this one's reply.
 * @param pollMs polling interval
 */
export function useShownList<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  pollMs?: number,
): CallState<E> {
  const call = useCall(endpoint, ...([input, { isShown: true, pollMs }] as never));
  const slice = useAppSelector((state) => readListSlice(state, endpoint.id));
  const [hasLoaded, setHasLoaded] = useState(false);
  const loaded = slice?.loaded ?? null;
  const isCurrent = loaded !== null && JSON.stringify(loaded.input) === JSON.stringify(input);
  if (isCurrent && !hasLoaded) setHasLoaded(true);
  const loadedMs = isCurrent || hasLoaded ? loaded?.at : undefined;
  const loadedAt = useMemo(() => (loadedMs === undefined ? undefined : new Date(loadedMs)), [loadedMs]);
  if (slice === undefined || (!isCurrent && !call.isFetching)) return call;
  const isKnown = loadedAt !== undefined;
  return {
    ...call,
    data: isKnown ? (('list' in slice ? slice.list : slice.data) as CallState<E>['data']) : undefined,
    meta: isKnown ? (slice.meta ?? undefined) : undefined,
    loadedAt,
    isLoading: !isKnown && call.isFetching,
  };
}

/** Endpoint that returns the row of an id. */
export type RowEndpoint<R> = Endpoint & { reply: { _output: R[] } };

/** Row that a screen has opened; `row` is undefined until this visit's first reply, and if there's none. */
export function useShownRow<R>(endpoint: RowEndpoint<R>, id: number, options: CallOptions = {}) {
  const input = [{ params: { id } }, { ...options, isShown: true }] as never;
  const call = useCall<Endpoint>(endpoint, ...(input as []));
  const opened = useAppSelector((state) => readOpenedRow(state, endpoint.id));
  const [own] = (call.data ?? []) as R[];
  return { ...call, row: own && opened?.id === id ? (opened as R) : own };
}
