/**
 * A browser opens six connections to one server for all its windows: with two streams in each, the fourth
 * window couldn't load. Streams share four slots; the other connections are for calls.
 * Over plain HTTP from another machine browsers have no locks, so only the focused window streams.
 */
import type { Endpoint } from '#contract/endpoint.ts';

/** Slots for streams of pages; one more is for the stream that all windows share. */
const PAGE_SLOTS = 3;

const hasLocks = (): boolean => Boolean((navigator as Partial<Navigator>).locks);

/** Undefined in a test's document; pages over HTTPS or from localhost are secure. */
const isPlain = (): boolean => Object.is(globalThis.isSecureContext, false);

/** True if this window may stream or queue for a slot. */
export function mayStream(): boolean {
  return document.visibilityState === 'visible' && (!isPlain() || document.hasFocus());
}

/** Calls the listener when `mayStream` may have changed. */
export function subscribeStreaming(listener: () => void): () => void {
  const own = new AbortController();
  const { signal } = own;
  document.addEventListener('visibilitychange', listener, { signal });
  window.addEventListener('focus', listener, { signal });
  window.addEventListener('blur', listener, { signal });
  return () => own.abort();
}

/** True for a stream with the same events for all windows: one window receives and relays them. */
const isForAll = ({ params }: Endpoint): boolean => params === undefined;

/**
 * Waits for a stream slot for this endpoint.
 * @param signal releases the slot, or ends the wait
 */
export function acquireStreamSlot(endpoint: Endpoint, signal: AbortSignal): Promise<void> {
  if (!hasLocks()) return Promise.resolve();
  const names = isForAll(endpoint)
    ? [endpoint.id]
    : Array.from({ length: PAGE_SLOTS }, (_, slot) => `page stream ${slot}`);
  return new Promise((resolve) => {
    const waiting = new AbortController();
    const stopWaiting = () => {
      waiting.abort();
      resolve();
    };
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', stopWaiting);
    const hold = () => {
      // Two slots may become free at once.
      if (waiting.signal.aborted) return;
      stopWaiting();
      return new Promise<void>((leave) => signal.addEventListener('abort', () => leave()));
    };
    for (const name of names) {
      navigator.locks.request(name, { signal: waiting.signal }, hold).catch((error: unknown) => {
        // Locks may be blocked, like storage; streams are then unlimited.
        if (!waiting.signal.aborted) {
          console.warn('Couldn’t limit the streams of all windows.', error);
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
 * Relays the events of a shared stream to the other windows.
 * @returns sends an event to them; does nothing for a stream that each window opens itself
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
