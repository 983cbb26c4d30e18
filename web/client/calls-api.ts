/**
 * Cache of fetched replies, shared by all parts of the page: one query whose key is the endpoint and its
 * input. Only for signed-in pages; the sign-in form calls without it.
 */
import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query/react';
import type { Endpoint, ListMeta } from '#contract/endpoint.ts';
import type { Failure } from '#contract/envelope.ts';
import { ApiError, send } from './call.ts';

export interface CallKey {
  id: string;
  input: unknown;
  /** True if the call fills its endpoint's slice, because a screen shows its reply. */
  isShown?: true;
}

/** Reply as stored in the cache. */
export interface CachedReply {
  data: unknown;
  meta?: ListMeta;
  /** The caller, in lists that include them. */
  user?: unknown;
  message?: string;
}

/** Fields of an `ApiError` that are stored. */
export interface CachedFailure {
  status: number | undefined;
  failure: Failure | undefined;
  retryAfterMs?: number;
}

/** Endpoints by id, registered on first use. */
const registered = new Map<string, Endpoint>();

/** First part of an endpoint's id: the noun for `refresh`. */
function getNoun(id: string): string {
  return id.split('.', 1)[0] ?? id;
}

/** Aggregate replies by noun, with the other nouns that they depend on: a change of one refetches them. */
const DEPENDENCIES: Readonly<Record<string, readonly string[]>> = {
  dashboard: ['projects', 'domains', 'notifications', 'integrations'],
};

const listTags = (id: string): string[] => [getNoun(id), ...(DEPENDENCIES[getNoun(id)] ?? [])];

export const callsApi = createApi({
  reducerPath: 'calls',
  baseQuery: fakeBaseQuery<CachedFailure>(),
  tagTypes: [] as string[],
  refetchOnMountOrArgChange: true,
  refetchOnReconnect: true,
  endpoints: (build) => ({
    call: build.query<CachedReply, CallKey>({
      queryFn: async ({ id, input }, { signal }) => {
        const endpoint = registered.get(id);
        if (endpoint === undefined) throw new Error(`${id} was never registered.`);
        try {
          const { data, meta, user, message } = await send(endpoint, input as never, { signal });
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
      providesTags: (_reply, _error, { id }) => listTags(id),
    }),
  }),
});

/** Registers an endpoint before it's called by its id. */
export function registerEndpoint(endpoint: Endpoint): void {
  if (registered.has(endpoint.id)) return;
  registered.set(endpoint.id, endpoint);
  callsApi.enhanceEndpoints({ addTagTypes: listTags(endpoint.id) });
}
