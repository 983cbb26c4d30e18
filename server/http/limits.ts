/** Limits of the HTTP server; sizes in bytes, times in milliseconds. */
import { SHEET_BYTES } from '#contract/limits.ts';

export const BODY_BYTES = 1024 * 1024;
/** Limit for calls without a body: an empty object and whitespace. */
export const EMPTY_BODY_BYTES = 1024;
export const HEADER_BYTES = 16 * 1024;
export const ADDRESS_BYTES = 8 * 1024;
export const PARAM_CHARACTERS = 100;

export const HEADERS_TIMEOUT_MS = 15_000;
export const REQUEST_TIMEOUT_MS = 120_000;
export const KEEP_ALIVE_MS = 5000;
/** Time after which a connection without traffic is closed while the server waits for the client. */
export const IDLE_MS = 30_000;
/** Interval at which the two timeouts above are checked; Node's default of 30 s would double them. */
export const CONNECTIONS_LOOK_MS = 5000;

/** Mean delay of the event loop above which new requests are refused. */
export const LOOP_DELAY_MS = 500;

/** Time limit for a graceful stop. */
export const STOP_MS = 10_000;
/** Interval at which a server started by npm checks that npm still runs. */
export const PARENT_LOOK_MS = 500;

/** Calls of one user per minute, unless the contract states another limit. */
export const CALLS_PER_MINUTE = 300;
/** Calls of one network without a session per minute. */
export const VISITS_PER_MINUTE = 300;
/** Reads of metrics from one network; Prometheus reads about every 15 s. */
export const METRICS_CALLS_PER_MINUTE = 120;
/** Searches of one user per minute. */
export const SEARCHES_PER_MINUTE = 60;
/** Event streams that one user may have open. */
export const STREAMS_OF_ONE = 50;
/**
 * Memory of bodies that are being read: of one user, of one network, and of all. Calls have budgets apart from uploads,
 * those without an account apart from those with one, and signed webhooks one of their own, so that none of them can
 * be crowded out by another kind.
 */
export const BODY_BUDGETS = {
  visitor: { ofNetwork: 4 * 1024 * 1024, ofAll: 64 * 1024 * 1024 },
  webhook: { ofNetwork: 4 * 1024 * 1024, ofAll: 32 * 1024 * 1024 },
  call: { ofUser: 8 * 1024 * 1024, ofNetwork: 32 * 1024 * 1024, ofAll: 64 * 1024 * 1024 },
  upload: { ofUser: 160 * 1024 * 1024, ofNetwork: 320 * 1024 * 1024, ofAll: 512 * 1024 * 1024 },
} as const;
/** Charged per chunk in addition to its bytes, because tiny chunks have overhead. */
export const CHUNK_COST_BYTES = 256;
/** A slower body is cut off; the rate is checked once per window. */
export const MIN_BODY_BYTES_PER_SECOND = 1024;
export const BODY_WINDOW_MS = 10_000;
/** Open connections of one network, and of all; those of a trusted proxy are not distinguished. */
export const CONNECTIONS_OF_NETWORK = 512;
export const CONNECTIONS_OF_ALL = 4096;
/** Connections reserved for networks that have none. */
export const RESERVED_CONNECTIONS = 512;
/** Values of a JSON body that is larger than usual: what makes it large is a text. */
export const JSON_MARKS = 1000;
/** A form: how many fields, and bytes of the one that may be larger than a usual body. */
export const FORM_FIELDS = 20;
export const LARGE_FIELD_BYTES = SHEET_BYTES;
/** Interval of heartbeats in event streams. */
export const EVENTS_BEAT_MS = 15_000;
/** Bytes that may wait in a stream whose client doesn't read. */
export const EVENTS_BYTES = 1024 * 1024;
