/** Reads a stored file for a page, with a timeout and without failing when the store is down. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isStoreFault } from './store-fault.service.ts';

/** Pasted data up to this size is included in the response. */
export const SCRIPT_SHOWN_BYTES = 1_000_000;
/** Time that a page waits for the store, shorter than the timeout of the store's client. */
const TIMEOUT_MS = 3_000;

/** Message on pages while the store is down. */
export const AWAY =
  'The file store isn’t responding. Downloads, samples and new runs wait until it does; everything else is shown as it is.';

export type Found = 'there' | 'missing' | 'away';

/** @param read resolves to undefined if the file is missing */
export async function look(
  read: () => Promise<string | undefined>,
): Promise<{ found: Found; text: string | null }> {
  const timeout = new AbortController();
  const away = sleep(TIMEOUT_MS, 'away' as const, { signal: timeout.signal }).catch(() => 'away' as const);
  const reading = read().then(
    (text) => (text === undefined ? 'missing' : { text }),
    (error: unknown) => {
      if (!isStoreFault(error)) throw error;
      return error.kind === 'absent' ? 'missing' : 'away';
    },
  );
  try {
    const end = await Promise.race([reading, away]);
    return typeof end === 'string' ? { found: end, text: null } : { found: 'there', text: end.text };
  } finally {
    timeout.abort();
  }
}
