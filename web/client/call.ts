/**
 * Calls an endpoint of the contract table. The table gives address, parts and reply, so a page that
 * forgets a parameter or misreads an answer does not compile.
 */
import type { CallInput, Endpoint, ReplyData } from '#contract/endpoint.ts';
import { type Failure, failure, type Success } from '#contract/envelope.ts';
import type { ErrorCode } from '#contract/errors.ts';

const UNREACHABLE = 'The server cannot be reached. Please check the connection and try again.';

/** A call that did not succeed: refused by the server, or never answered by it. */
export class ApiError extends Error {
  /** The server's code; `unreachable` when no readable answer came. */
  readonly code: ErrorCode | 'unreachable';
  readonly status: number | undefined;
  /** The whole failure as the server sent it. */
  readonly failure: Failure | undefined;

  constructor(status: number | undefined, answer: Failure | undefined, cause?: unknown) {
    super(answer?.message ?? UNREACHABLE, { cause });
    this.name = 'ApiError';
    this.code = answer?.code ?? 'unreachable';
    this.status = status;
    this.failure = answer;
  }
}

/** Endpoints without parts are called without an input. */
type InputArguments<E extends Endpoint> =
  unknown extends CallInput<E>
    ? [input?: undefined, signal?: AbortSignal]
    : [input: CallInput<E>, signal?: AbortSignal];

type Value = string | number | boolean;

interface Parts {
  params?: Record<string, Value>;
  query?: Record<string, Value | Value[] | undefined>;
  body?: unknown;
}

/**
 * Sends one request.
 * @param endpoint a line of the contract table
 * @param rest what the endpoint asks for, and a signal that cancels the call
 * @returns what stands under `data` in the answer
 * @throws ApiError when the server refuses or cannot be reached; the signal's reason when cancelled
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...rest: InputArguments<E>
): Promise<ReplyData<E>> {
  const [input, signal] = rest;
  const parts = (input ?? {}) as Parts;
  const response = await send(endpoint, parts, signal);
  const answer: unknown = await response.json().catch(() => undefined);
  signal?.throwIfAborted();
  if (response.ok && isSuccess<ReplyData<E>>(answer)) return answer.data;
  const refusal = failure.safeParse(answer);
  throw new ApiError(response.status, refusal.data);
}

async function send(endpoint: Endpoint, parts: Parts, signal: AbortSignal | undefined): Promise<Response> {
  const init: RequestInit = { method: endpoint.method, credentials: 'omit' };
  if (signal !== undefined) init.signal = signal;
  if (parts.body !== undefined) {
    init.body = JSON.stringify(parts.body);
    init.headers = { 'content-type': 'application/json' };
  }
  try {
    return await fetch(buildAddress(endpoint.path, parts), init);
  } catch (error) {
    signal?.throwIfAborted();
    throw new ApiError(undefined, undefined, error);
  }
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

function isSuccess<Data>(answer: unknown): answer is Success<Data> {
  return typeof answer === 'object' && answer !== null && 'success' in answer && answer.success === true;
}
