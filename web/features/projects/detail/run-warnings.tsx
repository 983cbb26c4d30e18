/** Warnings about rows that are ready to import; a long list is shortened. */
import { Box } from '@mantine/core';
import type { Run } from '#contract/run-shapes.ts';
import { Card } from '#web/ui/card.tsx';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import { ProblemList } from '../shared/problem-list.tsx';

export function RunWarnings({ run }: { run: Run }) {
  const notices = run.problems.filter(({ severity }) => severity === 'notice');
  if (notices.length === 0) return null;
  return (
    <Card title="Warnings" aside={formatCount(Math.max(run.notice_count, notices.length))} isFlush>
      <ProblemList problems={notices} />
      <MoreProblems count={run.notice_count - notices.length} noun="warning" />
    </Card>
  );
}

/** Number of warnings left out; nothing if the list is complete. */
export function MoreProblems({ count, noun }: { count: number; noun: string }) {
  if (count <= 0) return null;
  return (
    <Box
      component="p"
      p="8px 14px"
      c="var(--text2)"
      fz="small"
      style={{ borderTop: '1px solid var(--line)' }}
    >
      and {formatAmount(count, `more ${noun}`)}
    </Box>
  );
}
