/** Audits built files as the command line does: reads them back, replays them and compares them with the plan. */
import { createPartAudit, createExpectation, checkParts, type Layout, type Verdict } from '#engine';

/** Later than any date that a test writes. */
const NOW = '2030-01-01 00:00:00';

/**
 * Audits the files of a layout against the plan.
 * @param limitBytes maximum size of a part; null for no limit
 */
export function auditFiles(
  files: readonly { name: string; bytes: Uint8Array }[],
  layout: Layout,
  limitBytes: number | null = null,
): Verdict {
  const parts = files.map(({ name, bytes }) => {
    const { template, flaws } = layout.plan.project;
    const audit = createPartAudit({
      format: template.format,
      recordPath: template.recordPath,
      file: name,
      now: NOW,
      flaws,
    });
    audit.push(bytes);
    return audit.end();
  });
  return checkParts(parts, { ...createExpectation(layout), limitBytes });
}

/** Lists the faults that block an import; empty if the files are valid. */
export function listFaultTexts(verdict: Verdict): string[] {
  return verdict.problems
    .filter((problem) => problem.severity === 'fault')
    .map((problem) => `${problem.code} ${problem.field ?? ''}: ${problem.text}`);
}
