/** Slices with the object that was opened last; they follow the call that shows it. */
import type { UnknownAction } from '@reduxjs/toolkit';
import { callsApi } from './calls-api.ts';
import { isShownCall } from './list-slice.ts';
import { clearUserData } from './user-slice.ts';

export interface Progress {
  loading: boolean;
  /** Body of the failed reply, or the fixed text if it has none. */
  error: unknown;
}

const { matchPending, matchFulfilled } = callsApi.endpoints.call;

/**
 * @param name of the slice's field with the object, null until one was opened: `projectData`
 * @param endpointId of the call that reads it, as the only row of its reply: `projects.show`
 * @param failure the error if the server gives none: `Failed to fetch project`
 */
export function createOpenedReducer<Shape, Name extends string>(
  name: Name,
  endpointId: string,
  failure: string,
) {
  type State = Record<Name, Shape | null> & Progress;
  const build = (data: Shape | null, progress: Progress) => ({ [name]: data, ...progress }) as State;
  const initial = build(null, { loading: false, error: null });
  const follow = (old: State, action: UnknownAction): State => {
    if (matchPending(action)) return build(old[name], { loading: true, error: null });
    if (matchFulfilled(action)) {
      const [data = null] = action.payload.data as Shape[];
      return build(data, { loading: false, error: null });
    }
    const { payload } = action as { payload?: { failure?: unknown } };
    return build(old[name], { loading: false, error: payload?.failure ?? failure });
  };
  return (state: State = initial, action: UnknownAction): State => {
    if (clearUserData.match(action)) return initial;
    return isShownCall(endpointId, action) ? follow(state, action) : state;
  };
}
