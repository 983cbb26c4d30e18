/**
 * What was fetched, kept once for all parts of the page that ask the same: one query whose key is the
 * endpoint and its input. Behind sign-in only; the sign-in form calls without it.
 */
import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query/react';
import type { Endpoint, ListMeta } from '#contract/endpoint.ts';
import type { Failure } from '#contract/envelope.ts';
import { ApiError, send } from './call.ts';

export interface CallKey {
  id: string;
  input: unknown;
  /** The call fills the slice of its endpoint: a screen shows its answer. */
  isShown?: true;
}

/** An answer as the store keeps it. */
export interface KeptAnswer {
  data: unknown;
  meta?: ListMeta;
  /** The caller, in lists that name them. */
  user?: unknown;
  message?: string;
}

/** The fields of an `ApiError` that the store keeps. */
export interface KeptFailure {
  status: number | undefined;
  failure: Failure | undefined;
  retryAfterMs?: number;
}

/** Endpoints by id, as far as the pages have asked for them. */
const known = new Map<string, Endpoint>();

/** First part of an endpoint's id: the noun that `refresh` names. */
function getNoun(id: string): string {
  return id.split('.', 1)[0] ?? id;
}

/** Nouns that an answer adds up: it is read again when one of them changes. */
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
      providesTags: (_answer, _error, { id }) => listTags(id),
    }),
  }),
});

/** Makes an endpoint known before it is asked for by its id. */
export function registerEndpoint(endpoint: Endpoint): void {
  if (known.has(endpoint.id)) return;
  known.set(endpoint.id, endpoint);
  callsApi.enhanceEndpoints({ addTagTypes: listTags(endpoint.id) });
}
