/** Audits one file after another on a thread while the main thread writes the next ones. */
import { parentPort, workerData } from 'node:worker_threads';
import type { PageRows, PlatformAudit } from '#engine';
import type { PageMeter } from '#engine/quality/measure-page.ts';
import { type AuditedFile, type AuditTask, auditFile } from './audit-file.ts';
import { isFileError } from './file-problem.ts';

/** Errors lose their code between threads, so those of the file system travel as plain data. */
export type AuditReply =
  | { type: 'audited'; audited: AuditedFile }
  | { type: 'refused'; error: { message: string; code?: string; syscall?: string } };

/**
 * Loads the audit of one platform from its folder. With the whole engine a thread starts 330 ms later and takes 37 MB
 * more (2 cores, compile cache warm, 2026-11-28).
 */
async function loadAudit(id: string): Promise<PlatformAudit> {
  const module: { audit: PlatformAudit } = await import(`#engine/platforms/${id}/audit/${id}-audit.ts`);
  return module.audit;
}

let meter: PageMeter | undefined;

async function loadMeter(): Promise<PageMeter> {
  const { PageMeter: Meter } = await import('#engine/quality/measure-page.ts');
  const { rows } = workerData as { rows?: PageRows };
  return new Meter(rows);
}

async function run(task: AuditTask): Promise<AuditReply> {
  const audit = await loadAudit(task.format);
  if (task.shinglesPath !== undefined) meter ??= await loadMeter();
  try {
    return { type: 'audited', audited: auditFile(task, audit, meter) };
  } catch (error) {
    if (!isFileError(error)) throw error;
    const { message, code, syscall } = error;
    return {
      type: 'refused',
      error: { message, ...(code ? { code } : {}), ...(syscall ? { syscall } : {}) },
    };
  }
}

parentPort?.on('message', (task: AuditTask) => {
  void run(task).then((reply) => parentPort?.postMessage(reply));
});
