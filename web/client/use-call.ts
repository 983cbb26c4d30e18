/**
 * `useCall` reads an endpoint and keeps its reply fresh; `useSend` writes and names the nouns to refetch. Old
 * data stays while new data loads, and after an error.
 */
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { CallInput, Endpoint, ListMeta, ReplyData } from '#contract/endpoint.ts';
import { type Reply, ApiError, type InputArguments, send, toRetryMs } from './call.ts';
import { callsApi, registerEndpoint } from './calls-api.ts';
import { readUserData } from './session.ts';
import { fetchUserData } from './user-slice.ts';

export interface CallState<E extends Endpoint> {
  data: ReplyData<E> | undefined;
  /** For lists. */
  meta: ListMeta | undefined;
  error: ApiError | undefined;
  /** True before the first reply. */
  isLoading: boolean;
  /** True during every request, the first or a later one. */
  isFetching: boolean;
  /** Time when `data` arrived. */
  loadedAt: Date | undefined;
  refetch: () => void;
}

export interface CallOptions {
  /** Skips the call, for example until an id is known. */
  skip?: boolean;
  /** Polling interval, while the page is visible. */
  pollMs?: number | undefined;
  /** True to fill the store's slice for this endpoint. */
  isShown?: boolean;
  /** The reply never changes: a cached one isn't refetched. */
  isFinal?: boolean;
}

/** Reads an endpoint; calls with the same endpoint and input share one request. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  ...rest: [...InputArguments<E>, options?: CallOptions]
): CallState<E> {
  const [input, options = {}] = rest as unknown as [CallInput<E> | undefined, CallOptions | undefined];
  registerEndpoint(endpoint);
  const [retryMs, setRetryMs] = useState<number>();
  const pollMs = retryMs ?? options.pollMs;
  const result = callsApi.useCallQuery(
    options.skip ? skipToken : { id: endpoint.id, input, ...(options.isShown && { isShown: true }) },
    {
      ...(pollMs !== undefined && { pollingInterval: pollMs, skipPollingIfUnfocused: true }),
      ...(options.isFinal && { refetchOnMountOrArgChange: false }),
    },
  );
  // Old rows may stay while another page of a list loads, but an old object may not stay for another one.
  const reply = endpoint.params === undefined ? result.data : result.currentData;
  const { error, refetch, isUninitialized } = result;
  // If the next page of a list fails, its old rows keep their time.
  const [loadedMs, setLoadedMs] = useState(result.fulfilledTimeStamp);
  if (result.fulfilledTimeStamp !== undefined && result.fulfilledTimeStamp !== loadedMs) {
    setLoadedMs(result.fulfilledTimeStamp);
  }
  const failure = useMemo(
    () =>
      error && 'failure' in error ? new ApiError(error.status, error.failure, error) : toCrashError(error),
    [error],
  );
  // Keeps the interval of retries until the next reply.
  const nextMs = result.isFetching ? retryMs : toRetryMs(failure, options.pollMs);
  if (nextMs !== retryMs) setRetryMs(nextMs);
  return {
    data: reply?.data as ReplyData<E> | undefined,
    meta: reply?.meta,
    error: failure,
    isLoading: result.isFetching && reply === undefined,
    isFetching: result.isFetching,
    loadedAt: useMemo(() => (loadedMs === undefined ? undefined : new Date(loadedMs)), [loadedMs]),
    refetch: useCallback(() => {
      if (!isUninitialized) void refetch();
    }, [isUninitialized, refetch]),
  };
}

/** Reports an error while reading a reply like a missing reply. */
function toCrashError(error: unknown): ApiError | undefined {
  return error === undefined ? undefined : new ApiError(undefined, undefined, { cause: error });
}

export interface SendState {
  isSending: boolean;
}

/** Sends a change. `send` throws the `ApiError`; after success the nouns in `refresh` are refetched. */
export function useSend<E extends Endpoint>(
  endpoint: E,
  { refresh = [] }: { refresh?: readonly string[] } = {},
): [(...input: InputArguments<E>) => Promise<Reply<E>>, SendState] {
  const dispatch = useDispatch();
  const [count, setCount] = useState(0);
  const nouns = refresh.join(',');
  const run = useCallback(
    async (...[input]: InputArguments<E>) => {
      setCount((sent) => sent + 1);
      try {
        const reply = await send(endpoint, input);
        if (nouns !== '') dispatch(callsApi.util.invalidateTags(nouns.split(',')));
        return reply;
      } finally {
        setCount((sent) => sent - 1);
      }
    },
    [endpoint, nouns, dispatch],
  );
  return [run, { isSending: count > 0 }];
}

/** Refetches all data of these nouns, for example after an event. */
export function useRefresh(): (...nouns: string[]) => void {
  const dispatch = useDispatch();
  return useCallback((...nouns) => void dispatch(callsApi.util.invalidateTags(nouns)), [dispatch]);
}

const EVENT_WINDOW_MS = 250;
/** Nouns to refetch when the window closes, for each store. */
const due = new WeakMap<ThunkDispatch, Set<string>>();

type ThunkDispatch = Parameters<ReturnType<typeof fetchUserData>>[0];

/**
 * Like `useRefresh`, for events: all events within 250 ms cause one refetch. The noun `user` is the data of the
 * signed-in user.
 */
export function useEventRefresh(): (...nouns: string[]) => void {
  const dispatch = useDispatch<ThunkDispatch>();
  return useCallback(
    (...nouns) => {
      const open = due.get(dispatch);
      const all = open ?? new Set();
      for (const noun of nouns) all.add(noun);
      if (open) return;
      due.set(dispatch, all);
      setTimeout(() => {
        due.delete(dispatch);
        if (readUserData() === undefined) return;
        if (all.delete('user')) void dispatch(fetchUserData());
        dispatch(callsApi.util.invalidateTags([...all]));
      }, EVENT_WINDOW_MS);
    },
    [dispatch],
  );
}

/**
 * Refetches the data of these nouns once a running operation has ended: the last poll may be older than its
 * end. Waits for requests in flight.
 */
export function useRefreshAfter(isRunning: boolean, ...nouns: readonly string[]): void {
  const refresh = useRefresh();
  const joined = nouns.join(',');
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current && !isRunning) refresh(...joined.split(','));
    wasRunning.current = isRunning;
  }, [isRunning, joined, refresh]);
}
