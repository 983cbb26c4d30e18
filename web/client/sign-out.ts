/**
 * Logs out, in the order of the specification: closes the open draft (a failure is only logged), ends the
 * session on the server, and clears the storage, even if the server isn't reachable.
 */
import { accountContract } from '#contract/account.contract.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { call } from './call.ts';
import { clearStorage, readUserData } from './session.ts';

/** Timeout, so that a hanging server doesn't block logging out. */
const TIMEOUT_MS = 5000;

export async function signOut(): Promise<void> {
  const limit = () => AbortSignal.timeout(TIMEOUT_MS);
  try {
    await call(projectsContract.cancelDraft, undefined, limit());
  } catch (error) {
    console.warn('Failed to close the open draft:', error);
  }
  try {
    if (readUserData()) await call(accountContract.signOut, undefined, limit());
  } catch (error) {
    console.warn('Failed to end the session on the server:', error);
  } finally {
    clearStorage();
  }
}
