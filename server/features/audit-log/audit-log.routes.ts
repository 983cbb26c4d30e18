/** Binds the calls about the audit log to their service. */
import { auditLogContract } from '#contract/audit-log.contract.ts';
import { answer, type Routes } from '#server/http/bind.ts';
import type { AuditLog } from './audit-log.service.ts';

export function auditLogRoutes({ list }: AuditLog): Routes {
  return answer(auditLogContract, { list });
}
