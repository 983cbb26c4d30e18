/**
 * Calls an endpoint of the contract. The contract has the URL, parts and reply, so that code with a missing
 * parameter or a misread reply doesn't compile. The bearer token comes from the session; a 401 ends it.
 */
import type { z } from 'zod';
import type { CallInput, Endpoint, ListMeta, ReplyData } from '#contract/endpoint.ts';
import type { Failure } from '#contract/envelope.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { api } from './api-base.ts';
import { endSession, readUserData } from './session.ts';

const UNREACHABLE = 'Couldn’t reach the server. Check your connection and try again.';
const NOT_SIGNED_IN = 'Please sign in first.';

/** Message for a missing reply, or for one from a proxy. */
function describeUnreadableReply(status: number | undefined): string {
  if (status === undefined) return UNREACHABLE;
  if (status === 413) return 'This is larger than the server accepts (413).';
  return `The server sent an unexpected reply (${status}). Try again in a moment.`;
}

interface ApiErrorOptions extends ErrorOptions {
  /** Earliest time for a retry, from the server. */
  retryAfterMs?: number;
}

/** Failed call: refused by the server, or without a reply. */
export class ApiError extends Error {
  /** Server's error code; `unreachable` without a readable reply. */
  readonly code: ErrorCode | 'unreachable';
  readonly status: number | undefined;
  /** Whole failure as sent by the server. */
  readonly failure: Failure | undefined;
  /** 0 if the server gives no time. */
  readonly retryAfterMs: number;

  constructor(status: number | undefined, failure: Failure | undefined, options: ApiErrorOptions = {}) {
    super(failure?.message ?? describeUnreadableReply(status), options);
    this.name = 'ApiError';
    this.code = failure?.code ?? 'unreachable';
    this.status = status;
    this.failure = failure;
    this.retryAfterMs = options.retryAfterMs ?? 0;
  }
}

/** Interval of automatic retries. */
export const RECOVERY_MS = 5_000;
/** Maximum time of retries while the server is busy. */
export const MAX_BUSY_RETRY_MS = 30_000;
const MIN_BACKOFF_MS = 500;
/** Longest `Retry-After` that is respected. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/** @returns the value of `Retry-After` in milliseconds from now, 0 without one */
export function readRetryAfter({ headers }: Response): number {
  const text = headers.get('retry-after') ?? '';
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return waitMs > 0 ? Math.min(waitMs, MAX_RETRY_AFTER_MS) : 0;
}

/**
 * Decides when a failed call is retried: not before the server allows it.
 * @param everyMs polling interval of the caller
 * @returns milliseconds until then; undefined after a refusal, which is final
 */
export function toRetryMs(error: unknown, everyMs = RECOVERY_MS): number | undefined {
  if (!(error instanceof ApiError) || !isRetryable(error)) return undefined;
  return Math.max(error.retryAfterMs, Math.min(RECOVERY_MS, everyMs));
}

/** Returns true without a reply, or for a temporary error; a refusal is final. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status, code } = error;
  return status === undefined ? code === 'unreachable' : status === 429 || status >= 500;
}

/** Endpoints without parts are called without input. */
export type InputArguments<E extends Endpoint> =
  unknown extends CallInput<E> ? [input?: undefined] : [input: CallInput<E>];

/** Fields of a reply. */
export interface Reply<E extends Endpoint> {
  data: ReplyData<E>;
  /** For lists. */
  meta?: ListMeta;
  /** For lists that include the caller. */
  user?: E extends { user: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;
  message?: string;
}

/** Further fields of a list. */
type ExtraFields<E extends Endpoint> = E extends { extra: infer Schema extends z.ZodObject }
  ? z.output<Schema>
  : unknown;

export interface SendOptions {
  signal?: AbortSignal | undefined;
  /** Completes even if the page closes; the body must be small. */
  keepalive?: boolean;
  /** Replaces the browser's `fetch`. */
  fetch?: (address: string, init: RequestInit) => Promise<Response>;
}

type Value = string | number | boolean;

interface Parts {
  params?: Record<string, Value>;
  query?: Record<string, Value | Value[] | undefined>;
  body?: unknown;
  file?: Blob | undefined;
}

/**
 * Sends one request.
 * @param endpoint an endpoint of the contract
 * @param rest its input, and a signal that cancels the call
 * @returns the reply's `data`
 * @throws ApiError when the server refuses or isn't reachable; the signal's reason when canceled
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...rest: [...InputArguments<E>, signal?: AbortSignal]
): Promise<ReplyData<E>> {
  const [input, signal] = rest as unknown as [CallInput<E> | undefined, AbortSignal | undefined];
  return (await send(endpoint, input, { signal })).data;
}

/**
 * Like `call`, but returns the whole reply: data, list metadata, the server's message. Retries a call that a
 * busy server refuses before handling it.
 */
export async function send<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> | undefined,
  options: SendOptions = {},
): Promise<Reply<E> & ExtraFields<E>> {
  const deadline = Date.now() + MAX_BUSY_RETRY_MS;
  for (;;) {
    try {
      return await sendOnce(endpoint, input, options);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'busy') throw error;
      const delayMs = Math.max(error.retryAfterMs, MIN_BACKOFF_MS);
      if (Date.now() + delayMs > deadline) throw error;
      await pause(delayMs, options.signal);
      options.signal?.throwIfAborted();
    }
  }
}

/** Sleeps; ends early if the signal aborts. */
export function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

async function sendOnce<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> | undefined,
  options: SendOptions,
): Promise<Reply<E> & ExtraFields<E>> {
  const response = await openCall(endpoint, input, options);
  const reply = await response
    .text()
    .then(api.parse)
    .catch(() => undefined);
  options.signal?.throwIfAborted();
  if (response.ok && isSuccess<E>(reply)) return reply;
  throw new ApiError(response.status, asFailure(reply), { retryAfterMs: readRetryAfter(response) });
}

/**
 * Sends one request and returns the bare response, for streams. Handles a 401.
 * @throws ApiError when a required token is missing, or without a reply
 */
export async function openCall(
  endpoint: Endpoint,
  input: unknown,
  options: SendOptions = {},
): Promise<Response> {
  const parts = (input ?? {}) as Parts;
  const token = readUserData()?.access_token;
  if (endpoint.access !== 'public' && token === undefined) {
    console.warn(`No access token to send ${endpoint.id} with.`);
    endSession(undefined);
    throw notSignedIn();
  }
  const response = await fetchResponse(endpoint, parts, { ...options, token });
  if (response.status === 401) {
    console.warn(`Unauthorized access: the server refused ${endpoint.id}.`);
    endSession(token);
  }
  return response;
}

function notSignedIn(): ApiError {
  const failure: Failure = {
    success: false,
    code: 'unauthenticated',
    message: NOT_SIGNED_IN,
    request_id: '',
  };
  return new ApiError(401, failure);
}

async function fetchResponse(
  endpoint: Endpoint,
  parts: Parts,
  { signal, keepalive, token, fetch = globalThis.fetch }: SendOptions & { token: string | undefined },
): Promise<Response> {
  const headers: Record<string, string> = {};
  if (endpoint.access !== 'public') headers.authorization = `Bearer ${token}`;
  const init: RequestInit = { method: endpoint.method, credentials: 'omit', headers };
  if (signal !== undefined) init.signal = signal;
  if (keepalive === true) init.keepalive = true;
  if (endpoint.upload !== undefined) {
    init.body = buildForm(parts, endpoint.upload.field);
  } else if (parts.body !== undefined) {
    init.body = api.write(parts.body);
    headers['content-type'] = 'application/json';
  }
  try {
    return await fetch(buildAddress(api.locate(endpoint.path), parts), init);
  } catch (error) {
    signal?.throwIfAborted();
    throw new ApiError(undefined, undefined, { cause: error });
  }
}

/** Fields come before the file, because the server reads them before the file's bytes arrive. */
function buildForm({ body, file }: Parts, name: string): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(
    (body ?? {}) as Record<string, Value | object | null | undefined>,
  )) {
    if (value === undefined || value === null) continue;
    form.set(key, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  if (file !== undefined) form.set(name, file);
  return form;
}

function buildAddress(path: string, { params = {}, query = {} }: Parts): string {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? address : `${address}?${search}`;
}

function isSuccess<E extends Endpoint>(reply: unknown): reply is Reply<E> & ExtraFields<E> {
  return typeof reply === 'object' && reply !== null && 'success' in reply && reply.success === true;
}

/** The server's failures have these four fields; error pages of proxies don't. */
export function asFailure(reply: unknown): Failure | undefined {
  if (typeof reply !== 'object' || reply === null) return undefined;
  const { success, message, code, request_id } = reply as Partial<Failure>;
  const isOurs = success === false && [message, code, request_id].every((each) => typeof each === 'string');
  return isOurs ? (reply as Failure) : undefined;
}
