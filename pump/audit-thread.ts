/** Audits one file after another on a thread while the main thread writes the next ones. */
import { parentPort } from 'node:worker_threads';
import { type AuditedFile, type AuditTask, auditFile } from './audit-file.ts';
import { isFileError } from './file-problem.ts';

/** Errors lose their code between threads, so those of the file system travel as plain data. */
export type AuditReply =
  | { type: 'audited'; audited: AuditedFile }
  | { type: 'refused'; error: { message: string; code?: string; syscall?: string } };

function run(task: AuditTask): AuditReply {
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

parentPort?.on('message', (task: AuditTask) => parentPort?.postMessage(run(task)));
