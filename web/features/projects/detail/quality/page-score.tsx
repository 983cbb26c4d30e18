/** Score of a page with a shape for its level, because its color isn't enough. */
import { Box, VisuallyHidden } from '@mantine/core';
import { formatScore, rateScore, type ScoreLevel } from './quality.rules.ts';

const LOOKS: Record<ScoreLevel, { color?: string; mark?: string; fill?: string; word?: string }> = {
  poor: { color: 'var(--crimson-text)', mark: 'M4.5 0 9 8H0Z', fill: 'var(--crimson)', word: 'very low' },
  weak: { color: 'var(--ochre-text)', mark: 'M4.5 0 9 4.5 4.5 9 0 4.5Z', fill: 'var(--ochre)', word: 'low' },
  good: {},
};

/** @param limit score at which a page isn't weak */
export function Score({ score, limit }: { score: number; limit: number }) {
  const level = rateScore(score, limit);
  const { color, mark, fill, word } = LOOKS[level];
  return (
    <Box component="span" c={color} fw={600} style={{ whiteSpace: 'nowrap' }}>
      {mark && (
        <svg width="9" height="9" aria-hidden="true" style={{ marginRight: 6 }}>
          <path d={mark} fill={fill} />
        </svg>
      )}
      {/* A score below the limit is rounded down, so that it doesn't seem to be at it; the same in Reporting. */}
      {formatScore(level === 'good' ? score : Math.floor(score))}
      {word && <VisuallyHidden>, {word}</VisuallyHidden>}
    </Box>
  );
}
