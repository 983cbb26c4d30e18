/** Reads a stored file by its signed URL; the signature is the permission, so no token is sent. */
import { ApiError, asFailure } from './call.ts';

/**
 * @param address from a reply
 * @throws ApiError when the file doesn't exist anymore or the server isn't reachable
 */
export async function readFile(address: string): Promise<string> {
  return (await openFile(address)).text();
}

async function openFile(address: string): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address, { credentials: 'omit' });
  } catch (error) {
    throw new ApiError(undefined, undefined, { cause: error });
  }
  if (response.ok) return response;
  throw new ApiError(response.status, asFailure(await response.json().catch(() => undefined)));
}
