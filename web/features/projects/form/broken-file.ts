/**
 * A file that changes on the disk after it was chosen. The browser looks at it only when it begins to read:
 * what changes while it is sent would arrive half old, half new. So it is read whole first, and then sent.
 */
import type { Failure } from '#contract/envelope.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { ApiError } from '#web/client/call.ts';

/** A refusal of the browser, shown like one of the server. */
function refuse(message: string, cause?: unknown): ApiError {
  const failure: Failure = { success: false, code: 'invalid', message, request_id: '' };
  return new ApiError(undefined, failure, { cause });
}

/**
 * @returns the file as it was chosen, out of the disk's reach
 * @throws ApiError when it has changed since, or cannot be read
 */
export async function takeWhole(file: File): Promise<File> {
  // It is refused anyway, and need not fit into memory.
  if (file.size > projectsContract.upload.upload.maxBytes) return file;
  try {
    const bytes = await file.slice().arrayBuffer();
    // Reading begins once more, so that a change during the first time is seen.
    await file.slice(0, 1).arrayBuffer();
    return new File([bytes], file.name, { type: file.type });
  } catch (cause) {
    throw refuse(`“${file.name}” was changed or moved after you chose it. Choose it again.`, cause);
  }
}
