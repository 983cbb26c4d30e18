/**
 * A browser opens six connections to one server, for all its windows together: with two streams in each,
 * the fourth window could not even load. Streams take seats, four in all, and the rest is free for calls.
 * Over plain HTTP from another machine browsers have no locks: there the window that is worked in streams.
 */
import type { Endpoint } from '#contract/endpoint.ts';

/** Of the windows' own pages; one more seat is for what every window hears alike. */
const PAGE_SEATS = 3;

const hasLocks = (): boolean => Boolean((navigator as Partial<Navigator>).locks);

/** A test's document does not say; a page on this machine or over HTTPS is secure. */
const isPlain = (): boolean => Object.is(globalThis.isSecureContext, false);

/** Whether this window may have streams at all, or queue for them. */
export function mayStream(): boolean {
  return document.visibilityState === 'visible' && (!isPlain() || document.hasFocus());
}

/** Told when the answer above may have changed. */
export function subscribeStreaming(listener: () => void): () => void {
  const own = new AbortController();
  const { signal } = own;
  document.addEventListener('visibilitychange', listener, { signal });
  window.addEventListener('focus', listener, { signal });
  window.addEventListener('blur', listener, { signal });
  return () => own.abort();
}

/** It tells every window the same: one hears it and hands it on. */
const isForAll = ({ params }: Endpoint): boolean => params === undefined;

/**
 * Waits until a stream of this endpoint may be open.
 * @param signal gives the seat back, or ends the waiting
 */
export function takeSeat(endpoint: Endpoint, signal: AbortSignal): Promise<void> {
  if (!hasLocks()) return Promise.resolve();
  const names = isForAll(endpoint)
    ? [endpoint.id]
    : Array.from({ length: PAGE_SEATS }, (_, seat) => `page stream ${seat}`);
  return new Promise((resolve) => {
    const waiting = new AbortController();
    const stopWaiting = () => {
      waiting.abort();
      resolve();
    };
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', stopWaiting);
    const sit = () => {
      // Two may become free at one moment.
      if (waiting.signal.aborted) return;
      stopWaiting();
      return new Promise<void>((leave) => signal.addEventListener('abort', () => leave()));
    };
    for (const name of names) {
      navigator.locks.request(name, { signal: waiting.signal }, sit).catch((error: unknown) => {
        // Locks may be forbidden, like storage: then nobody counts.
        if (!waiting.signal.aborted) {
          console.warn('Windows cannot count their streams.', error);
          stopWaiting();
        }
      });
    }
  });
}

export interface Heard {
  event: string;
  data: unknown;
}

/**
 * Between the windows: what the one with the stream hears reaches the others.
 * @returns hands on what was heard here; nothing of a stream that each window has for itself
 */
export function openRelay(
  endpoint: Endpoint,
  onHeard: (heard: Heard) => void,
  signal: AbortSignal,
): (heard: Heard) => void {
  if (!hasLocks() || !isForAll(endpoint)) return () => undefined;
  const channel = new BroadcastChannel(endpoint.id);
  channel.addEventListener('message', ({ data }: MessageEvent<Heard>) => onHeard(data));
  signal.addEventListener('abort', () => channel.close());
  return (heard) => channel.postMessage(heard);
}
