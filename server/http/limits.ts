/** Limits of the HTTP server; sizes in bytes, times in milliseconds. */
import { SHEET_BYTES } from '#contract/limits.ts';

export const MAX_BODY_BYTES = 1024 * 1024;
/** Limit for calls without a body: an empty object and whitespace. */
export const MAX_EMPTY_BODY_BYTES = 1024;
export const MAX_HEADER_BYTES = 16 * 1024;
export const MAX_URL_BYTES = 8 * 1024;
export const MAX_PARAM_CHARACTERS = 100;

export const HEADERS_TIMEOUT_MS = 15_000;
export const REQUEST_TIMEOUT_MS = 120_000;
export const KEEP_ALIVE_MS = 5000;
/** Time after which a connection without traffic is closed while the server waits for the client. */
export const IDLE_TIMEOUT_MS = 30_000;
/** Interval at which the two timeouts above are checked; Node's default of 30 s would double them. */
export const CONNECTIONS_CHECK_MS = 5000;

/** Mean delay of the event loop above which new requests are rejected. */
export const MAX_LOOP_DELAY_MS = 500;

/** Time limit for a graceful stop. */
export const STOP_TIMEOUT_MS = 10_000;
/** Interval at which a server started by npm checks that npm is still running. */
export const PARENT_CHECK_MS = 500;

/** Calls per user per minute, unless the contract sets another limit. */
export const CALLS_PER_MINUTE = 300;
/** Calls without a session per network per minute. */
export const VISITS_PER_MINUTE = 300;
/** Metrics requests per network per minute; Prometheus scrapes about every 15 s. */
export const METRICS_CALLS_PER_MINUTE = 120;
/** Searches per user per minute. */
export const SEARCHES_PER_MINUTE = 60;
/** Maximum number of open event streams per user. */
export const MAX_STREAMS_PER_USER = 50;
/**
 * Memory for request bodies per user, per network and in total. Visitors, signed webhooks, calls and uploads
 * have separate budgets, so that one kind can't starve another.
 */
export const BODY_BUDGETS = {
  visitor: { perNetwork: 4 * 1024 * 1024, total: 64 * 1024 * 1024 },
  webhook: { perNetwork: 4 * 1024 * 1024, total: 32 * 1024 * 1024 },
  call: { perUser: 8 * 1024 * 1024, perNetwork: 32 * 1024 * 1024, total: 64 * 1024 * 1024 },
  upload: { perUser: 160 * 1024 * 1024, perNetwork: 320 * 1024 * 1024, total: 512 * 1024 * 1024 },
} as const;
/** Charged per chunk in addition to its bytes, because tiny chunks have overhead. */
export const CHUNK_OVERHEAD_BYTES = 256;
/** A slower body is aborted; the rate is checked once per window. */
export const MIN_BODY_BYTES_PER_SECOND = 1024;
export const BODY_WINDOW_MS = 10_000;
/**
 * Maximum number of open connections per network and in total; a trusted proxy counts only toward the total.
 */
export const MAX_CONNECTIONS_PER_NETWORK = 512;
export const MAX_CONNECTIONS = 4096;
/** Connections reserved for networks without one. */
export const RESERVED_CONNECTIONS = 512;
/** Maximum number of values in a JSON body above the normal size; its bulk must be text. */
export const MAX_JSON_VALUES = 1000;
/** Number of form fields, and bytes of the one field that may exceed the normal body size. */
export const MAX_FORM_FIELDS = 20;
export const MAX_LARGE_FIELD_BYTES = SHEET_BYTES;
/** Interval of heartbeats in event streams. */
export const HEARTBEAT_MS = 15_000;
/** Maximum buffered bytes of a stream whose client doesn't read. */
export const MAX_EVENT_BUFFER_BYTES = 1024 * 1024;
