/** Round mark before a step: done, next, in progress, failed, or open. */
import { Flex } from '@mantine/core';
import type { ReactNode } from 'react';

export type StepState = 'done' | 'now' | 'busy' | 'problem' | 'open';

const COLORS: Record<StepState, string> = {
  done: 'var(--sea)',
  now: 'var(--live)',
  busy: 'var(--live)',
  problem: 'var(--crimson)',
  open: 'var(--field)',
};

interface Props {
  state: StepState;
  size?: number;
  /** Icon inside. */
  children?: ReactNode;
}

export function StepMark({ state, size = 18, children }: Props) {
  const color = COLORS[state];
  const isFilled = state === 'done' || state === 'problem';
  return (
    <Flex
      component="span"
      align="center"
      justify="center"
      flex="none"
      w={size}
      h={size}
      bdrs="50%"
      c="var(--badge-ink)"
      fz="xs"
      fw={700}
      lh={1}
      style={{
        border: `${state === 'now' ? 2 : 1.5}px solid ${color}`,
        background: isFilled ? color : 'var(--sheet)',
      }}
    >
      {children}
    </Flex>
  );
}
