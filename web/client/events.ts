/**
 * Follows an event stream over `fetch`, because EventSource can't send a bearer token. Reconnects a broken
 * stream with backoff; meanwhile the caller polls.
 */
import { createParser } from 'eventsource-parser';
import type { CallInput, Endpoint, ReplyData } from '#contract/endpoint.ts';
import { api } from './api-base.ts';
import { openCall, readRetryAfter, pause } from './call.ts';

const POLL_MS = 1500;
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 15_000;
/** A stream without data for this long is reconnected. */
const STREAM_TIMEOUT_MS = 60_000;

export interface EventHandlers<E extends Endpoint> {
  onEvent: (data: ReplyData<E>, event: string) => void;
  /**
   * Called every 1.5 s while the stream is down, and once more, with `isBack`, when it reconnects, because events
   * in between are lost.
   */
  onPoll?: ((isBack: boolean) => void) | undefined;
  /** The server refuses the stream: the object may be gone, or the user lost access. */
  onRefused?: (() => void) | undefined;
}

/** Opens the stream and keeps it open. @returns a function that closes it */
export function openEvents<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  handlers: EventHandlers<E>,
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  let polling: ReturnType<typeof setInterval> | undefined;
  const setPolling = (pollMs: number | undefined) => {
    clearInterval(polling);
    polling = pollMs === undefined ? undefined : setInterval(() => handlers.onPoll?.(false), pollMs);
  };
  const follow = async () => {
    let retryMs = FIRST_RETRY_MS;
    let wasDown = false;
    while (!signal.aborted) {
      const waitMs = await readStream(endpoint, { input, signal }, (event, text) => {
        retryMs = FIRST_RETRY_MS;
        setPolling(undefined);
        if (text === undefined) {
          if (wasDown) handlers.onPoll?.(true);
          return;
        }
        handlers.onEvent(api.parse(text) as ReplyData<E>, event);
      });
      wasDown = true;
      if (signal.aborted || waitMs === undefined) {
        setPolling(undefined);
        if (!signal.aborted) handlers.onRefused?.();
        return;
      }
      if (polling === undefined || waitMs > 0) setPolling(Math.max(POLL_MS, waitMs));
      await pause(Math.max(retryMs, waitMs), signal);
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
    }
  };
  void follow();
  return () => {
    setPolling(undefined);
    controller.abort();
  };
}

interface StreamCall {
  input: unknown;
  signal: AbortSignal;
}

/**
 * Reads until the stream ends; `onMessage` is called without a text when it opens.
 * @returns the server's `Retry-After` in milliseconds, 0 without one; undefined if it refuses the stream
 */
async function readStream(
  endpoint: Endpoint,
  { input, signal }: StreamCall,
  onMessage: (event: string, text?: string) => void,
): Promise<number | undefined> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const resetTimeout = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), STREAM_TIMEOUT_MS);
  };
  try {
    resetTimeout();
    const response = await openCall(endpoint, input, { signal: AbortSignal.any([signal, silence.signal]) });
    // A refusal is final, and the page's own call reports it.
    if (response.status >= 400 && response.status < 500 && response.status !== 429) return undefined;
    if (!response.ok || response.body === null) return readRetryAfter(response);
    onMessage('open');
    const parser = createParser({ onEvent: ({ event = 'message', data }) => onMessage(event, data) });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      resetTimeout();
      parser.feed(chunk.value);
    }
    return 0;
  } catch (error) {
    return isNotSignedIn(error) ? undefined : 0;
  } finally {
    clearTimeout(timer);
  }
}

function isNotSignedIn(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'unauthenticated';
}
