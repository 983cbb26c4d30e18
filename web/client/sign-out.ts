/**
 * Logging out, in the order of the specification: the open draft is closed (a failure is only logged),
 * the session ends on the server, and the storage is emptied, also when the server cannot be reached.
 */
import { accountContract } from '#contract/account.contract.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { call } from './call.ts';
import { clearStorage, readUserData } from './session.ts';

/** A server that hangs holds nobody in the application. */
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
