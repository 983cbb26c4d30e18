/**
 * Calls an endpoint of the contract table. The table gives address, parts and reply, so a page that
 * forgets a parameter or misreads an answer does not compile. The bearer token comes from the session,
 * and a 401 ends it.
 */
import type { z } from 'zod';
import type { CallInput, Endpoint, ListMeta, ReplyData } from '#contract/endpoint.ts';
import type { Failure } from '#contract/envelope.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { api } from './api-base.ts';
import { endSession, readUserData } from './session.ts';

const UNREACHABLE = 'Couldn’t reach the server. Check your connection and try again.';
const NOT_SIGNED_IN = 'Please sign in first.';

/** Describes a missing reply, or one that a proxy sent. */
function describeUnreadable(status: number | undefined): string {
  if (status === undefined) return UNREACHABLE;
  if (status === 413) return 'This is larger than the server accepts (413).';
  return `The server sent an unexpected reply (${status}). Try again in a moment.`;
}

interface ApiErrorOptions extends ErrorOptions {
  /** The earliest time for a retry, as the server names it. */
  retryAfterMs?: number;
}

/** A call that did not succeed: refused by the server, or never answered by it. */
export class ApiError extends Error {
  /** The server's code; `unreachable` when no readable answer came. */
  readonly code: ErrorCode | 'unreachable';
  readonly status: number | undefined;
  /** The whole failure as the server sent it. */
  readonly failure: Failure | undefined;
  /** 0 if the server names no time. */
  readonly retryAfterMs: number;

  constructor(status: number | undefined, answer: Failure | undefined, options: ApiErrorOptions = {}) {
    super(answer?.message ?? describeUnreadable(status), options);
    this.name = 'ApiError';
    this.code = answer?.code ?? 'unreachable';
    this.status = status;
    this.failure = answer;
    this.retryAfterMs = options.retryAfterMs ?? 0;
  }
}

/** Interval of automatic retries. */
export const RECOVERY_MS = 5_000;
/** A call that a busy server refuses is repeated for so long. */
export const MAX_PATIENCE_MS = 30_000;
const MIN_BACKOFF_MS = 500;
/** Longest wait that a server can ask for. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/** @returns the value of `Retry-After` in milliseconds from now, 0 without one */
export function readRetryAfter({ headers }: Response): number {
  const text = headers.get('retry-after') ?? '';
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return waitMs > 0 ? Math.min(waitMs, MAX_RETRY_AFTER_MS) : 0;
}

/**
 * Decides when a failed call is repeated: not before the server allows it.
 * @param everyMs interval at which the caller polls anyway
 * @returns milliseconds until then; undefined after a refusal, which is final
 */
export function toRetryMs(error: unknown, everyMs = RECOVERY_MS): number | undefined {
  if (!(error instanceof ApiError) || !isRetryable(error)) return undefined;
  return Math.max(error.retryAfterMs, Math.min(RECOVERY_MS, everyMs));
}

/** True if there was no reply, or if the reply may change later; a refusal is final. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status, code } = error;
  return status === undefined ? code === 'unreachable' : status === 429 || status >= 500;
}

/** Endpoints without parts are called without an input. */
export type InputArguments<E extends Endpoint> =
  unknown extends CallInput<E> ? [input?: undefined] : [input: CallInput<E>];

/** What came under the names of the envelope. */
export interface Answer<E extends Endpoint> {
  data: ReplyData<E>;
  /** Of a list. */
  meta?: ListMeta;
  /** Of a list that says who asks. */
  user?: E extends { user: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;
  message?: string;
}

export interface SendOptions {
  signal?: AbortSignal | undefined;
  /** Finishes although the page goes away; the body must then be small. */
  keepalive?: boolean;
  /** Takes the place of the browser's own. */
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
 * @param endpoint a line of the contract table
 * @param rest what the endpoint asks for, and a signal that cancels the call
 * @returns what is under `data` in the answer
 * @throws ApiError when the server refuses or cannot be reached; the signal's reason when canceled
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...rest: [...InputArguments<E>, signal?: AbortSignal]
): Promise<ReplyData<E>> {
  const [input, signal] = rest as unknown as [CallInput<E> | undefined, AbortSignal | undefined];
  return (await send(endpoint, input, { signal })).data;
}

/**
 * As `call`, with everything that came: data, the place in a list, the server's message. Repeats a call that a busy
 * server refuses before it handles it.
 */
export async function send<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> | undefined,
  options: SendOptions = {},
): Promise<Answer<E>> {
  const deadline = Date.now() + MAX_PATIENCE_MS;
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

/** Waits; ends early if the signal aborts. */
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
): Promise<Answer<E>> {
  const response = await openCall(endpoint, input, options);
  const answer = await response
    .text()
    .then(api.parse)
    .catch(() => undefined);
  options.signal?.throwIfAborted();
  if (response.ok && isSuccess<E>(answer)) return answer;
  throw new ApiError(response.status, asFailure(answer), { retryAfterMs: readRetryAfter(response) });
}

/**
 * Sends one request and hands over the bare response: for streams. A 401 has been dealt with.
 * @throws ApiError when there is no token for a call that needs one, or no answer
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
  const response = await fetchAnswer(endpoint, parts, { ...options, token });
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

async function fetchAnswer(
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

/** Fields as text, then the file: the server reads the fields before the bytes arrive. */
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

function isSuccess<E extends Endpoint>(answer: unknown): answer is Answer<E> {
  return typeof answer === 'object' && answer !== null && 'success' in answer && answer.success === true;
}

/** The server's own failure, told from a page of some proxy by its four fields. */
export function asFailure(answer: unknown): Failure | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { success, message, code, request_id } = answer as Partial<Failure>;
  const isOurs = success === false && [message, code, request_id].every((each) => typeof each === 'string');
  return isOurs ? (answer as Failure) : undefined;
}
