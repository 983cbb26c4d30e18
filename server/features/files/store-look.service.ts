/** Reads a stored file for a page: for as long as a page waits, and never failing for the store's sake. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isStoreFault } from './store-fault.service.ts';

/** Pasted data up to this size is in the answer itself. */
export const SCRIPT_SHOWN_BYTES = 1_000_000;
/** A page does not wait for longer, however patient the store's client is. */
const PATIENCE_MS = 3_000;

/** What a page says where the store is away. */
export const AWAY =
  'The file store isn’t responding. Downloads, samples and new runs wait until it does; everything else is shown as it is.';

export type Found = 'there' | 'missing' | 'away';

/**
 * Reads for as long as a page waits for it.
 * @param read resolves to nothing where the file is not there
 */
export async function look(
  read: () => Promise<string | undefined>,
): Promise<{ found: Found; text: string | null }> {
  const patience = new AbortController();
  const away = sleep(PATIENCE_MS, 'away' as const, { signal: patience.signal }).catch(() => 'away' as const);
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
    patience.abort();
  }
}
