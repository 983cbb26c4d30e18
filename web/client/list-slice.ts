/**
 * The slices that hold lists. They follow the life of the call that reads the list: pending sets
 * loading and clears the error, fulfilled stores data and meta, rejected stores the error's body.
 * Old rows stay meanwhile.
 */
import { createReducer, isAnyOf, type UnknownAction } from '@reduxjs/toolkit';
import type { ListMeta } from '#contract/endpoint.ts';
import { callsApi } from './calls-api.ts';
import { clearUserData } from './user-slice.ts';

export interface ListState<Row> {
  data: Row[];
  meta: ListMeta | null;
  loading: boolean;
  /** The body of the failed answer. */
  error: unknown;
}

const { matchPending, matchFulfilled, matchRejected } = callsApi.endpoints.call;
const isCall = isAnyOf(matchPending, matchFulfilled, matchRejected);

/** Whether the action belongs to a call of this endpoint. */
export function isCallOf(endpointId: string, action: UnknownAction): boolean {
  return isCall(action) && action.meta.arg.originalArgs.id === endpointId;
}

/** @param endpointId of the call that reads the list: `projects.list` */
export function createListReducer<Row>(endpointId: string) {
  const initial = (): ListState<Row> => ({ data: [], meta: null, loading: false, error: null });
  return createReducer(initial, (builder) =>
    builder.addCase(clearUserData, initial).addMatcher(
      (action) => isCallOf(endpointId, action),
      (state, action): ListState<Row> => {
        const kept = state as ListState<Row>;
        if (matchPending(action)) return { ...kept, loading: true, error: null };
        if (matchFulfilled(action)) {
          const { data, meta = null } = action.payload;
          return { ...kept, data: data as Row[], meta, loading: false };
        }
        if (!matchRejected(action) || action.meta.condition) return kept;
        return {
          ...kept,
          loading: false,
          error: action.payload?.failure ?? null,
        };
      },
    ),
  );
}
