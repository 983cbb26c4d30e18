/**
 * Cache of fetched replies, shared by all parts of the page: one query whose key is the endpoint and its
 * input. Only for signed-in pages; the sign-in form calls without it.
 */
import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query/react';
import type { Endpoint, ListMeta } from '#contract/endpoint.ts';
import type { Failure } from '#contract/envelope.ts';
import { ApiError, send } from './call.ts';
import { takePreloaded } from './preload.ts';

export interface CallKey {
  id: string;
  input: unknown;
  /** True if the call fills its endpoint's slice, because a screen shows its reply. */
  isShown?: true;
}

/** Reply as stored in the cache. */
export interface KeptAnswer {
  data: unknown;
  meta?: ListMeta;
  /** The caller, in lists that include them. */
  user?: unknown;
  message?: string;
}

/** Fields of an `ApiError` that are stored. */
export interface KeptFailure {
  status: number | undefined;
  failure: Failure | undefined;
  retryAfterMs?: number;
}

/** Endpoints by id, registered on first use. */
const known = new Map<string, Endpoint>();

/** First part of an endpoint's id: the noun for `refresh`. */
function getNoun(id: string): string {
  return id.split('.', 1)[0] ?? id;
}

/** Nouns that an aggregate reply depends on; it's refetched when one of them changes. */
const SUMMED: Readonly<Record<string, readonly string[]>> = {
  dashboard: ['projects', 'domains', 'notifications', 'integrations'],
};

const listTags = (id: string): string[] => [getNoun(id), ...(SUMMED[getNoun(id)] ?? [])];

export const callsApi = createApi({
  reducerPath: 'calls',
  baseQuery: fakeBaseQuery<KeptFailure>(),
  tagTypes: [] as string[],
  refetchOnMountOrArgChange: true,
  refetchOnReconnect: true,
  endpoints: (build) => ({
    call: build.query<KeptAnswer, CallKey>({
      queryFn: async ({ id, input }, { signal }) => {
        const endpoint = known.get(id);
        if (endpoint === undefined) throw new Error(`${id} was never registered.`);
        try {
          const { data, meta, user, message } = await (takePreloaded(id, input) ??
            send(endpoint, input as never, { signal }));
          return {
            data: {
              data,
              ...(meta && { meta }),
              ...(user !== undefined && { user }),
              ...(message !== undefined && { message }),
            },
          };
        } catch (error) {
          if (error instanceof ApiError) {
            const { status, failure, retryAfterMs } = error;
            return { error: { status, failure, retryAfterMs } };
          }
          // Aborted by the end of the session.
          if (signal.aborted) return { error: { status: undefined, failure: undefined } };
          throw error;
        }
      },
      providesTags: (_answer, _error, { id }) => listTags(id),
    }),
  }),
});

/** Registers an endpoint before it's called by its id. */
export function registerEndpoint(endpoint: Endpoint): void {
  if (known.has(endpoint.id)) return;
  known.set(endpoint.id, endpoint);
  callsApi.enhanceEndpoints({ addTagTypes: listTags(endpoint.id) });
}
