/**
 * A file that changes on the disk after it was chosen cannot be sent: the browser breaks the request off
 * as if the server were gone. Only the file itself can tell the one from the other.
 */
import type { Failure } from '#contract/envelope.ts';
import { ApiError } from '#web/client/call.ts';

/** A refusal of our own, shown like one of the server. */
export function refuse(message: string, cause?: unknown): ApiError {
  const failure: Failure = { success: false, code: 'invalid', message, request_id: '' };
  return new ApiError(undefined, failure, cause);
}

async function isReadable(file: Blob): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** @returns the error as it is to be told: of the file where that is the reason */
export async function explainFailure(reason: unknown, file: File | undefined): Promise<Error> {
  const error = reason instanceof Error ? reason : new ApiError(undefined, undefined, reason);
  const mayBeFile = error instanceof ApiError && error.code === 'unreachable' && file !== undefined;
  if (!mayBeFile || (await isReadable(file))) return error;
  return refuse(`“${file.name}” was changed or moved after you chose it. Choose it again.`, error);
}
