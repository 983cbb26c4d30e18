/**
 * The only store, loaded after sign-in. It has the slices of the specification; all other replies are in
 * `calls`. It's cleared when the session ends or changes.
 */
import { configureStore, createAction, createReducer, type UnknownAction } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query/react';
import type { agenciesContract } from '#contract/agencies.contract.ts';
import type { Domain } from '#contract/domains.contract.ts';
import type { ReplyData } from '#contract/endpoint.ts';
import type { myAgencyContract } from '#contract/my-agency.contract.ts';
import type { Notification } from '#contract/notifications.contract.ts';
import type { Project, ProjectListItem } from '#contract/project-shapes.ts';
import type { Tutorial } from '#contract/tutorials.contract.ts';
import { callsApi } from './calls-api.ts';
import { createListReducer, createNamedListReducer, isShownCall, type ListState } from './list-slice.ts';
import { BLANK_AVATAR, readAvatar, readUserData, subscribeSession, updateUserData } from './session.ts';
import { clearUserData, fetchUserData, updateUserData as mergeUserData, userReducer } from './user-slice.ts';

export const setMenuOpen = createAction<boolean>('menuOpen/set');

const menuOpen = createReducer(false, (builder) =>
  builder.addCase(setMenuOpen, (_state, { payload }) => payload).addCase(clearUserData, () => false),
);

const avatar = createReducer(readAvatar, (builder) =>
  builder
    .addCase(fetchUserData.fulfilled, (_state, { payload }) => payload.avatar || BLANK_AVATAR)
    .addCase(clearUserData, () => BLANK_AVATAR),
);

/** Number of unread notifications. */
const counter = createReducer(0, (builder) =>
  builder
    .addCase(fetchUserData.fulfilled, (_state, { payload }) => payload.unread_count)
    .addCase(mergeUserData, (state, { payload }) => payload.unread_count ?? state)
    .addCase(clearUserData, () => 0),
);

/** The picture may have changed, or its link has expired. */
export const refreshAvatar = createAction('avatarUpdateTrigger/pull');

/** Each increment makes the shell refetch the user's data, and with it the picture. */
const avatarUpdateTrigger = createReducer(0, (builder) =>
  builder.addCase(refreshAvatar, (state) => state + 1),
);

export function createStore() {
  const store = configureStore({
    reducer: {
      user: userReducer,
      avatar,
      menuOpen,
      counter,
      avatarUpdateTrigger,
      /** Agency that was opened last. */
      agency: createOpenedReducer<ReplyData<typeof agenciesContract.edit>[number], 'agencyData'>(
        'agencyData',
        'agencies.edit',
        'Failed to fetch agency',
      ),
      /** Last shown tab of My Agency, and its user. */
      myAgency: createNamedListReducer<ReplyData<typeof myAgencyContract.list>[number], 'list'>(
        'list',
        'myAgency.list',
      ),
      /** Project that was opened last, with its files and seed file. */
      project: createOpenedReducer<Project, 'projectData'>(
        'projectData',
        'projects.show',
        'Failed to fetch project',
      ),
      projects: createListReducer<ProjectListItem>('projects.list'),
      domains: createListReducer<Domain>('domains.list'),
      tutorial: createOpenedReducer<Tutorial, 'tutorialData'>(
        'tutorialData',
        'tutorials.show',
        'Failed to fetch tutorial',
      ),
      tutorials: createListReducer<Tutorial>('tutorials.list'),
      notifications: createListReducer<Notification>('notifications.list'),
      [callsApi.reducerPath]: callsApi.reducer,
    },
    middleware: (defaults) =>
      defaults({ serializableCheck: false, immutableCheck: false }).concat(callsApi.middleware),
  });
  setupListeners(store.dispatch);
  let token = readUserData()?.access_token;
  subscribeSession((user) => {
    if (user?.access_token === token) return;
    token = user?.access_token;
    store.dispatch(clearUserData());
    store.dispatch(callsApi.util.resetApiState());
  });
  // The header shows the stored name and picture at once.
  store.subscribe(() => {
    const { userData } = store.getState().user;
    if (userData)
      updateUserData({ id: userData.id, role: userData.role, name: userData.name, avatar: userData.avatar });
  });
  return store;
}

export type Store = ReturnType<typeof createStore>;
export type RootState = ReturnType<Store['getState']>;
export type Dispatch = Store['dispatch'];

const LIST_SLICES = {
  'projects.list': 'projects',
  'domains.list': 'domains',
  'tutorials.list': 'tutorials',
  'notifications.list': 'notifications',
  'myAgency.list': 'myAgency',
} as const;

/** @returns the slice that this endpoint fills, for lists that have one */
export function readListSlice(
  state: RootState,
  endpointId: string,
): ListState<unknown> | ListState<unknown, 'list'> | undefined {
  return endpointId in LIST_SLICES ? state[LIST_SLICES[endpointId as keyof typeof LIST_SLICES]] : undefined;
}

/** @returns the row that was opened last with this endpoint, if there is a slice for it */
export function readOpenedRow(
  { agency, project, tutorial }: RootState,
  endpointId: string,
): { id: number } | null | undefined {
  if (endpointId === 'agencies.edit') return agency.agencyData;
  if (endpointId === 'projects.show') return project.projectData;
  return endpointId === 'tutorials.show' ? tutorial.tutorialData : undefined;
}

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
function createOpenedReducer<Shape, Name extends string>(name: Name, endpointId: string, failure: string) {
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
