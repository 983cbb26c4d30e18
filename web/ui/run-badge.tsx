/** Badge for each state of a run, and for a project with only tests or nothing. */
import {
  Ban,
  Check,
  Clock,
  FlaskConical,
  type LucideIcon,
  PencilLine,
  Split,
  TriangleAlert,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge, type BadgeTone, LiveDot } from './badge.tsx';
import { formatCount } from './format-figure.ts';

export type RunBadgeState =
  | 'draft'
  | 'planning'
  | 'waiting_for_split'
  | 'queued'
  | 'running'
  | 'auditing'
  | 'completed'
  | 'completed_with_skips'
  | 'failed'
  | 'canceled'
  | 'test_only';

/** States without an icon show the live dot. */
const LOOKS: Record<RunBadgeState, { tone: BadgeTone; word: string; Icon?: LucideIcon }> = {
  draft: { tone: 'outline', word: 'Draft', Icon: PencilLine },
  planning: { tone: 'live', word: 'Planning' },
  waiting_for_split: { tone: 'ochre', word: 'Split?', Icon: Split },
  queued: { tone: 'plain', word: 'Queued', Icon: Clock },
  running: { tone: 'live', word: 'Running' },
  auditing: { tone: 'live', word: 'Auditing' },
  completed: { tone: 'sea', word: 'Completed', Icon: Check },
  completed_with_skips: { tone: 'ochre', word: 'Completed', Icon: TriangleAlert },
  failed: { tone: 'crimson', word: 'Failed', Icon: X },
  canceled: { tone: 'plain', word: 'Canceled', Icon: Ban },
  test_only: { tone: 'plain', word: 'Test only', Icon: FlaskConical },
};

interface Props {
  state: RunBadgeState;
  /** `62%`, `12.40 MB`, `3 problems`. */
  detail?: ReactNode;
  /** Number of skipped rows, shown with `completed_with_skips`. */
  skipped?: number;
}

export function RunBadge({ state, detail, skipped }: Props) {
  const { tone, word, Icon } = LOOKS[state];
  const losses =
    state === 'completed_with_skips' && skipped !== undefined ? `, ${formatCount(skipped)} skipped` : '';
  return (
    <Badge tone={tone} icon={Icon ? <Icon size={14} strokeWidth={2} /> : <LiveDot />} detail={detail}>
      {word}
      {losses}
    </Badge>
  );
}
