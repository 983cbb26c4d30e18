/** The audit of WordPress, whose importer reads each part and then all of them together. */
import type { PlatformAudit } from '../../../verify/platform-audit.ts';
import { createPartAudit } from './file-audit.ts';
import { checkParts } from './check-parts.ts';
import type { PartAudit } from './part-audit.ts';

export const audit: PlatformAudit<PartAudit> = { create: createPartAudit, check: checkParts };
