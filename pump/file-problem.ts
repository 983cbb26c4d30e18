/**
 * What the file system refuses, as a problem that says what to do. Everything that the commands read
 * or write passes here, so that one fault has one wording.
 */
import type { Problem } from '#engine';

interface Wording {
  code: string;
  text: (file: string) => string;
}

const FORBIDDEN: Wording = {
  code: 'file-forbidden',
  text: (file) => `No permission for ${file}. Change its permissions or choose another place.`,
};
const DISK_FULL: Wording = {
  code: 'disk-full',
  text: (file) => `No space is left for ${file}. Free some space or choose another place, then run it again.`,
};
const NOT_A_FOLDER: Wording = {
  code: 'file-not-folder',
  text: (file) => `A part of the path ${file} is a file where a folder is needed. Correct the path.`,
};

const WORDINGS: Record<string, Wording> = {
  ENOENT: {
    code: 'file-missing',
    text: (file) => `${file} does not exist. Check the name and the folder.`,
  },
  EISDIR: {
    code: 'file-is-folder',
    text: (file) => `${file} is a folder. Name a file.`,
  },
  ENOTDIR: NOT_A_FOLDER,
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  EROFS: FORBIDDEN,
  ENOSPC: DISK_FULL,
  EDQUOT: { ...DISK_FULL, code: 'quota-reached' },
  EFBIG: { ...DISK_FULL, code: 'file-too-large' },
};

/** True for what the operating system said no to, as opposed to a fault of the program. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error && typeof error.code === 'string';
}

/** Turns a refusal of the file system into a problem; anything else is thrown again. */
export function describeFileError(error: unknown, file: string): Problem {
  if (!isFileError(error)) throw error;
  const wording = WORDINGS[error.code ?? ''] ?? {
    code: 'file-error',
    text: (name: string) => `${name}: the system answered ${error.code} (${error.message}).`,
  };
  return { code: wording.code, severity: 'fault', text: wording.text(file), file };
}
