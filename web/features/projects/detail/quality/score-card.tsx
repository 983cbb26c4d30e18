/** Score of a run, with its parts and the fact behind each. */
import { Box, Flex } from '@mantine/core';
import { QUALITY_PARTS } from '#contract/quality-texts.ts';
import type { RunQuality } from '#contract/run-quality-shapes.ts';
import { Card } from '#web/ui/card.tsx';
import { describeParts, formatPercent, formatScore } from './quality.rules.ts';
import classes from './quality.module.css';

/** Smaller shares of the template don't matter. */
const MIN_TEMPLATE = 0.1;

export function ScoreCard({ quality, runId }: { quality: RunQuality; runId: number }) {
  const { score, parts, template_share: template } = quality;
  const facts = describeParts(quality);
  return (
    <Card title={`Quality of run #${runId}`}>
      <Flex align="center" gap={12} mb={14}>
        <Box component="span" fz={56} lh="46px" fw={600} lts="-0.03em">
          {formatScore(score)}
        </Box>
        <Box component="span" c="var(--text2)" fz="small" lh="20px">
          of 100
          <Change quality={quality} />
        </Box>
      </Flex>
      {QUALITY_PARTS.map(({ key, label, most }) => (
        <Box key={key} className={classes.part}>
          <Flex justify="space-between" gap={12} mb={4}>
            <span>{label}</span>
            <strong>
              {formatScore(parts[key])} of {most}
            </strong>
          </Flex>
          <div className={classes.track} aria-hidden>
            <div style={{ width: `${(parts[key] / most) * 100}%` }} />
          </div>
          {facts[key] !== '' && (
            <Box component="p" c="var(--text3)" fz="small" mt={4}>
              {facts[key]}
            </Box>
          )}
        </Box>
      ))}
      {quality.facts === null && template >= MIN_TEMPLATE && (
        <Box component="p" c="var(--text3)" fz="small" mt={12}>
          On average, {formatPercent(template)} of a page comes from the template.
        </Box>
      )}
    </Card>
  );
}

function Change({ quality: { score, previous } }: { quality: RunQuality }) {
  if (!previous) return null;
  const change = Math.round(score) - Math.round(previous.score);
  const since = `since run #${previous.run}`;
  if (change === 0)
    return (
      <Box component="span" display="block">
        Same as run #{previous.run}
      </Box>
    );
  return (
    <Box component="span" display="block">
      <Box component="span" c={change > 0 ? 'var(--sea-text)' : 'var(--ochre-text)'} fw={600}>
        {change > 0 ? '↑' : '↓'} {Math.abs(change)}
      </Box>{' '}
      {since}
    </Box>
  );
}
