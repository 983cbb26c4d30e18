/**
 * The signed-in user: idle → loading on a fetch, → succeeded with the data replaced, → failed with a message.
 * The token isn't here; only the session has it.
 */
import { createAction, createAsyncThunk, createReducer } from '@reduxjs/toolkit';
import { accountContract } from '#contract/account.contract.ts';
import type { ReplyData } from '#contract/endpoint.ts';
import { callsApi, type CachedFailure, registerEndpoint } from './calls-api.ts';

type AccountData = ReplyData<typeof accountContract.userData>;

export interface UserState {
  userData: AccountData | null;
  status: 'idle' | 'loading' | 'succeeded' | 'failed';
  error: string | null;
  avatarLoading: boolean;
}

const initial: UserState = { userData: null, status: 'idle', error: null, avatarLoading: false };

/** Merges fields into the user. */
export const updateUserData = createAction<Partial<AccountData>>('user/update');
/** Signed out: clears this slice and every other. */
export const clearUserData = createAction('user/clear');

export const fetchUserData = createAsyncThunk<AccountData, void, { rejectValue: string }>(
  'user/fetch',
  async (_nothing, { dispatch, rejectWithValue }) => {
    registerEndpoint(accountContract.userData);
    // Shared with the screens that show the same data, so that parallel requests are deduplicated.
    const options = { subscribe: false, forceRefetch: true };
    const key = { id: accountContract.userData.id, input: undefined };
    const reply = await dispatch(callsApi.endpoints.call.initiate(key, options));
    if (reply.data !== undefined) return reply.data.data as AccountData;
    const cached = reply.error as CachedFailure | undefined;
    return rejectWithValue(describeFailure(cached));
  },
);

function describeFailure(cached: CachedFailure | undefined): string {
  if (cached?.status === 200) return 'Failed to fetch user data';
  return cached?.failure?.message ?? 'An error occurred';
}

export const userReducer = createReducer(initial, (builder) =>
  builder
    .addCase(fetchUserData.pending, (state) => {
      state.status = 'loading';
      state.avatarLoading = true;
    })
    .addCase(fetchUserData.fulfilled, (_state, { payload }) => ({
      userData: payload,
      status: 'succeeded' as const,
      error: null,
      avatarLoading: false,
    }))
    .addCase(fetchUserData.rejected, (state, { payload }) => {
      state.status = 'failed';
      state.error = payload ?? 'An error occurred';
      state.avatarLoading = false;
    })
    .addCase(updateUserData, (state, { payload }) => {
      if (state.userData) Object.assign(state.userData, payload);
      state.status = 'succeeded';
    })
    .addCase(clearUserData, () => initial),
);
