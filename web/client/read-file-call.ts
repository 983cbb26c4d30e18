/** Downloads a file that needs the token, which a link can't send. */
import type { CallInput, Endpoint } from '#contract/endpoint.ts';
import { ApiError, asFailure, openCall } from './call.ts';

/** @returns its bytes, and its name if the server gives one */
export async function readFileCall<E extends Endpoint & { replyType: 'file' }>(
  endpoint: E,
  input: CallInput<E>,
): Promise<{ name: string | undefined; bytes: ArrayBuffer }> {
  const response = await openCall(endpoint, input);
  if (!response.ok)
    throw new ApiError(response.status, asFailure(await response.json().catch(() => undefined)));
  const [, name] = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { name, bytes: await response.arrayBuffer() };
}
