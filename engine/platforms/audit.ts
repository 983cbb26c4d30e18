/**
 * Reads written bytes back and replays what the importer of a platform does with them. The audit shares no
 * code with the reader, the encoders and the writer, so it can't repeat their bugs.
 */
import type {
  AuditedPart,
  Expectation,
  PartAuditOptions,
  PartAuditor,
  Verdict,
} from '../verify/platform-audit.ts';
import { groupRepeats } from '../verify/problem-list.ts';
import { getPlatform } from './registry.ts';

/**
 * Audits one written file as its bytes come.
 * @returns an auditor; what its `end` gives is plain and can be sent between threads
 */
export function createPartAudit({
  format = 'wordpress',
  ...options
}: PartAuditOptions & { format?: string }): PartAuditor {
  return getPlatform(format).audit.create(options);
}

/** Checks all parts of one platform together, in their order. */
export function checkParts(parts: readonly AuditedPart[], expectation?: Expectation): Verdict {
  const verdict = getPlatform(parts[0]?.format ?? 'wordpress').audit.check(parts, expectation);
  const problems = verdict.problems.map(({ detail: _detail, ...problem }) => problem);
  return { ...verdict, problems: groupRepeats(problems) };
}
