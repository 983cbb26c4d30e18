/**
 * The proof: reads written bytes back and replays what the importer of a platform does with them. It
 * shares nothing with the reader, the encoders and the writer, so that it cannot share their faults.
 */
import { DEFAULT_FORMAT, type FormatId } from '../format-id.ts';
import type {
  AuditedPart,
  PlatformAudit,
  Expectation,
  PartAuditOptions,
  PartAuditor,
  Verdict,
} from '../verify/platform-audit.ts';
import { drupalAudit } from './drupal/audit/drupal-audit.ts';
import { groupRepeats } from '../verify/problem-list.ts';
import { hubspotAudit } from './hubspot/audit/hubspot-audit.ts';
import { wixAudit } from './wix/audit/wix-audit.ts';
import { createPartAudit as createWxrAudit } from './wordpress/audit/file-audit.ts';
import { checkParts as checkWxrParts } from './wordpress/audit/check-parts.ts';

const AUDITS: Readonly<Record<FormatId, PlatformAudit>> = {
  hubspot: hubspotAudit,
  drupal: drupalAudit,
  wix: wixAudit,
  wordpress: { create: createWxrAudit, check: checkWxrParts },
};

/**
 * Audits one written file as its bytes come.
 * @returns an auditor; what its `end` gives is plain and can be sent between threads
 */
export function createPartAudit({
  format = DEFAULT_FORMAT,
  ...options
}: PartAuditOptions & { format?: FormatId }): PartAuditor {
  return AUDITS[format].create(options);
}

/** Judges all parts of one platform together, in their order. */
export function checkParts(parts: readonly AuditedPart[], expectation?: Expectation): Verdict {
  const verdict = AUDITS[parts[0]?.format ?? DEFAULT_FORMAT].check(parts, expectation);
  return { ...verdict, problems: groupRepeats(verdict.problems) };
}
