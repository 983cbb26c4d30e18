/** A thread that audits one file after another while the main thread writes the next ones. */
import { parentPort } from 'node:worker_threads';
import { type AuditedFile, type AuditTask, auditFile } from './audit-file.ts';
import { isFileError } from './file-problem.ts';

/** An error of the file system loses its code on the way between threads, so it goes as plain data. */
export type AuditReply =
  | { type: 'audited'; audited: AuditedFile }
  | { type: 'refused'; error: { message: string; code?: string; syscall?: string } };

function answer(task: AuditTask): AuditReply {
  try {
    return { type: 'audited', audited: auditFile(task) };
  } catch (error) {
    if (!isFileError(error)) throw error;
    const { message, code, syscall } = error;
    return {
      type: 'refused',
      error: { message, ...(code ? { code } : {}), ...(syscall ? { syscall } : {}) },
    };
  }
}

parentPort?.on('message', (task: AuditTask) => parentPort?.postMessage(answer(task)));
