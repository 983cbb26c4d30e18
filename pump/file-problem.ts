/** Converts errors of the file system to problems with instructions, the same for every command. */
import type { Problem } from '#engine';

interface Description {
  code: string;
  text: (file: string) => string;
}

const FORBIDDEN: Description = {
  code: 'file-forbidden',
  text: (file) => `No permission for ${file}. Change its permissions or choose another place.`,
};
const DISK_FULL: Description = {
  code: 'disk-full',
  text: (file) => `No space is left for ${file}. Free some space or choose another place, then run it again.`,
};
const NOT_A_FOLDER: Description = {
  code: 'file-not-folder',
  text: (file) => `A part of the path ${file} is a file where a folder is needed. Correct the path.`,
};

const DESCRIPTIONS: Record<string, Description> = {
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

/** Checks if the operating system reported this error, as opposed to a bug of the program. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error && typeof error.code === 'string';
}

/** Converts an error of the file system to a problem; rethrows any other error. */
export function describeFileError(error: unknown, file: string): Problem {
  if (!isFileError(error)) throw error;
  const { code, text } = DESCRIPTIONS[error.code ?? ''] ?? {
    code: 'file-error',
    text: (name: string) => `${name}: the system returned ${error.code} (${error.message}).`,
  };
  return { code, severity: 'fault', text: text(file), file };
}
