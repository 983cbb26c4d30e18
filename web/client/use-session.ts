/** Who is signed in, followed through every sign-in and sign-out of this tab and those next to it. */
import { useSyncExternalStore } from 'react';
import { readUserData, subscribeSession, type UserData } from './session.ts';

export function useSession(): UserData | undefined {
  return useSyncExternalStore(subscribeSession, readUserData);
}
