/** Reads a stored file by its signed address; the signature is the permission, no token is sent. */
import { ApiError, asFailure } from './call.ts';

/**
 * @param address as an answer named it
 * @throws ApiError when it is not there any more or the server cannot be reached
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
