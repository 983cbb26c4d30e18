/**
 * The proof: reads written bytes back and replays what the importer of a platform does with them. It
 * shares nothing with the reader, the encoders and the writer, so that it cannot share their faults.
 */
import { DEFAULT_PLATFORM, type PlatformId } from '../format-id.ts';
import type {
  AuditedPart,
  AuditFormat,
  Expectation,
  PartAuditOptions,
  PartAuditor,
  Verdict,
} from '../verify/audit-format.ts';
import { drupalAudit } from './drupal/audit/drupal-audit.ts';
import { groupRepeats } from '../verify/group-repeats.ts';
import { hubspotAudit } from './hubspot/audit/hubspot-audit.ts';
import { wixAudit } from './wix/audit/wix-audit.ts';
import { createPartAudit as createWxrAudit } from './wordpress/audit/file-audit.ts';
import { judgeParts as judgeWxrParts } from './wordpress/audit/judge-parts.ts';

const AUDITS: Readonly<Record<PlatformId, AuditFormat>> = {
  hubspot: hubspotAudit,
  drupal: drupalAudit,
  wix: wixAudit,
  wordpress: { create: createWxrAudit, judge: judgeWxrParts },
};

/**
 * Audits one written file as its bytes come.
 * @returns an auditor; what its `end` gives is plain and can be sent between threads
 */
export function createPartAudit({
  format = DEFAULT_PLATFORM,
  ...options
}: PartAuditOptions & { format?: PlatformId }): PartAuditor {
  return AUDITS[format].create(options);
}

/** Judges all parts of one platform together, in their order. */
export function judgeParts(parts: readonly AuditedPart[], expectation?: Expectation): Verdict {
  const verdict = AUDITS[parts[0]?.format ?? DEFAULT_PLATFORM].judge(parts, expectation);
  return { ...verdict, problems: groupRepeats(verdict.problems) };
}
