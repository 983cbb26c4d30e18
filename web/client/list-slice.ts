/**
 * Slices with lists. They follow the call that a screen shows: pending sets loading and clears the error,
 * fulfilled stores data and meta, rejected stores the error's body. Old rows stay meanwhile, and late replies
 * to earlier requests are ignored.
 */
import { createAction, createReducer, isAnyOf, type UnknownAction } from '@reduxjs/toolkit';
import { copyWithStructuralSharing } from '@reduxjs/toolkit/query';
import type { ListMeta } from '#contract/endpoint.ts';
import { callsApi } from './calls-api.ts';
import { clearUserData } from './user-slice.ts';

interface ListProgress {
  meta: ListMeta | null;
  loading: boolean;
  /** Body of the failed reply. */
  error: unknown;
  /** Input that the rows belong to, and when they arrived; null before the first reply. */
  loaded: { input: unknown; at: number } | null;
  /** Latest request. */
  requestId: string | null;
  /** The caller, in lists that include them. */
  user?: unknown;
}

/** Rows are under `data`, or under the name that the slice gives them. */
export type ListState<Row, Name extends string = 'data'> = Record<Name, Row[]> & ListProgress;

/** Removes a deleted row at once, before the next reply arrives. */
export const removeListed = createAction<{ endpointId: string; id: string | number }>('lists/remove');

const { matchPending, matchFulfilled, matchRejected } = callsApi.endpoints.call;
const isCall = isAnyOf(matchPending, matchFulfilled, matchRejected);

/** True if the action belongs to a call of this endpoint that a screen shows. */
export function isShownCall(endpointId: string, action: UnknownAction): boolean {
  if (!isCall(action)) return false;
  const { id, isShown } = action.meta.arg.originalArgs;
  return id === endpointId && isShown === true;
}

const EMPTY: ListProgress = { meta: null, loading: false, error: null, loaded: null, requestId: null };

/** @param endpointId of the call that reads the list: `projects.list` */
export function createListReducer<Row extends { id?: unknown; type?: unknown }>(endpointId: string) {
  return createNamedListReducer<Row, 'data'>('data', endpointId);
}

/** @param name of the slice's field with the rows: `list` */
export function createNamedListReducer<Row extends { id?: unknown; type?: unknown }, Name extends string>(
  name: Name,
  endpointId: string,
) {
  type State = ListState<Row, Name>;
  const put = (rows: Row[], progress: ListProgress) => ({ ...progress, [name]: rows }) as State;
  const initial = () => put([], EMPTY);
  return createReducer(initial, (builder) =>
    builder
      .addCase(clearUserData, initial)
      .addCase(removeListed, (state, { payload }) => {
        if (payload.endpointId !== endpointId) return undefined;
        const old = state as State;
        return put(
          old[name].filter(({ id }) => id !== payload.id),
          old,
        );
      })
      .addMatcher(
        (action) => isShownCall(endpointId, action),
        (state, action): State => {
          const old = state as State;
          if (matchPending(action)) {
            return { ...old, loading: true, error: null, requestId: action.meta.requestId };
          }
          if (matchFulfilled(action)) {
            if (action.meta.requestId !== old.requestId) return old;
            const { data, meta = null, user } = action.payload;
            const loaded = { input: action.meta.arg.originalArgs.input, at: action.meta.fulfilledTimeStamp };
            // Unchanged rows stay the same objects, because rendering them is expensive.
            const rows = copyWithStructuralSharing(old[name], data) as Row[];
            return put(rows, { ...old, meta, loading: false, loaded, ...(user !== undefined && { user }) });
          }
          if (!matchRejected(action) || action.meta.requestId !== old.requestId) return old;
          return { ...old, loading: false, error: action.payload?.failure ?? null };
        },
      ),
  );
}
