/** Problems as rows: severity, place, and what to do. */
import { Box, Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WireProblem as Problem } from '#contract/envelope.ts';

type Severity = Problem['severity'];
import { formatCount } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';
import { LongList } from './long-list.tsx';
import classes from './problem-list.module.css';

const WORDS: Record<Severity, string> = { fault: 'Fault', loss: 'Row skipped', notice: 'Notice' };

/** Shape and color: a circle for a fault, a triangle for a skipped row, a diamond for a notice. */
function SeverityMark({ severity }: { severity: Severity }) {
  return (
    <svg
      style={{ marginTop: 4 }}
      fill={severity === 'notice' ? 'var(--ochre)' : 'var(--crimson)'}
      width="12"
      height="12"
      viewBox="0 0 12 12"
      role="img"
    >
      <title>{WORDS[severity]}</title>
      {severity === 'fault' && <circle cx="6" cy="6" r="5" />}
      {severity === 'loss' && <path d="M6 1 11.5 11H.5Z" />}
      {severity === 'notice' && <path d="M6 0 12 6 6 12 0 6Z" />}
    </svg>
  );
}

/** `Row 4,218, geo_url`; `Line 212, column 14`; undefined if the problem is about the whole file. */
function formatPlace({ row, field, line, column }: Partial<Problem>): string {
  const parts: string[] = [];
  if (row !== undefined) parts.push(`Row ${formatCount(row)}`);
  if (line !== undefined) parts.push(`Line ${formatCount(line)}`);
  if (column !== undefined) parts.push(`column ${formatCount(column)}`);
  if (field) parts.push(field);
  return parts.join(', ');
}

type ShownProblem = Pick<Problem, 'severity' | 'text'> & Partial<Problem>;

interface Props<Shown extends ShownProblem> {
  problems: readonly Shown[];
  /** Renders the fix of a problem. */
  renderRemedy?: (problem: Shown) => ReactNode;
  /** Rows that the place of a problem links to. */
  jump?: { rows: ReadonlySet<number>; to: (place: { row: number; field?: string | undefined }) => void };
}

export function ProblemList<Shown extends ShownProblem>({ problems, jump, renderRemedy }: Props<Shown>) {
  if (problems.length === 0) return null;
  return (
    <LongList
      className={classes.list}
      noun="problem"
      items={problems.map((problem, index) => (
        <li key={index} className={classes.problem} data-severity={problem.severity}>
          <SeverityMark severity={problem.severity} />
          <Flex
            component="p"
            wrap="wrap"
            align="baseline"
            gap="0 10px"
            miw={0}
            c="var(--text2)"
            style={{ overflowWrap: 'anywhere' }}
          >
            <ProblemPlace problem={problem} jump={jump} />
            <Box component="span" miw={0}>
              {problem.text}
            </Box>
          </Flex>
          {renderRemedy?.(problem)}
        </li>
      ))}
    />
  );
}

function ProblemPlace({ problem, jump }: { problem: ShownProblem; jump: Props<ShownProblem>['jump'] }) {
  const place = formatPlace(problem);
  const { row } = problem;
  if (place === '') return null;
  if (!jump || row === undefined || !jump.rows.has(row)) {
    return (
      <Box component="strong" c="var(--text)" fw={600}>
        {place}
      </Box>
    );
  }
  return (
    <button
      type="button"
      className={links.link}
      style={{ fontWeight: 600 }}
      onClick={() => jump.to({ row, field: problem.field })}
    >
      {place}
    </button>
  );
}
