/** The signed-in user, updated by sign-in and sign-out in every tab. */
import { useSyncExternalStore } from 'react';
import { readUserData, subscribeSession, type UserData } from './session.ts';

export function useSession(): UserData | undefined {
  return useSyncExternalStore(subscribeSession, readUserData);
}
