/**
 * A file may change on disk after it was chosen, and the browser reads it only when it is sent, so the upload
 * could mix old and new content. It's read completely first, and then sent.
 */
import type { Failure } from '#contract/envelope.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { ApiError } from '#web/client/call.ts';

/** Error of the browser, shown like one of the server. */
function refuse(message: string, cause?: unknown): ApiError {
  const failure: Failure = { success: false, code: 'invalid', message, request_id: '' };
  return new ApiError(undefined, failure, { cause });
}

/**
 * @returns a copy of the file in memory
 * @throws ApiError when it has changed or can't be read
 */
export async function readIntoMemory(file: File): Promise<File> {
  // The server refuses it anyway, and it may not fit into memory.
  if (file.size > projectsContract.upload.upload.maxBytes) return file;
  try {
    const bytes = await file.slice().arrayBuffer();
    // Reads again to detect a change during the first read.
    await file.slice(0, 1).arrayBuffer();
    return new File([bytes], file.name, { type: file.type });
  } catch (cause) {
    throw refuse(`“${file.name}” was changed or moved after you chose it. Choose it again.`, cause);
  }
}
