/** The audit of WordPress, whose importer reads each part and then all of them together. */
import type { AuditFormat } from '../../../verify/audit-format.ts';
import { createPartAudit } from './file-audit.ts';
import { judgeParts } from './judge-parts.ts';
import type { PartAudit } from './part-audit.ts';

export const audit: AuditFormat<PartAudit> = { create: createPartAudit, judge: judgeParts };
