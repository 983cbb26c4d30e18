/** Pages used this month, plus those that this project adds. */
import { Box, Button, Flex } from '@mantine/core';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import { formatZonedTimestamp } from '#web/ui/format-timestamp.ts';
import type { PageLimits } from './form-state.ts';
import classes from './page-limit.module.css';
import { countOverLimit, LIMIT_ID } from './problem-place.rules.ts';

export function PageLimit({ limits }: { limits: PageLimits }) {
  const { plan, limit, used, adding, upgrade, resets_at } = limits;
  const over = countOverLimit(limits);
  return (
    <Box id={LIMIT_ID} tabIndex={-1} mt={8} pt={12} style={{ borderTop: '1px solid var(--line)' }}>
      <Flex align="baseline" justify="space-between" gap={12}>
        <Box component="h3" fz="md" fw={400} c="var(--text2)">
          Pages this month
        </Box>
        <Box component="span" fw={600}>
          {formatCount(used)}
          {adding > 0 && ` + ${formatCount(adding)}`}
          {limit >= 0 && over === 0 && ` of ${formatCount(limit)}`}
        </Box>
      </Flex>
      {limit < 0 ? (
        <p className={classes.note}>No limit on pages</p>
      ) : (
        <>
          <LimitBar limits={limits} over={over} />
          <Flex align="baseline" justify="space-between" gap={12} fz="small">
            {over > 0 ? (
              <Box component="strong" c="var(--crimson-text)" fw={600}>
                {formatCount(over)} over your limit
              </Box>
            ) : (
              <Box component="span" c="var(--text2)">
                {formatAmount(limit - used - adding, 'page')} left after this run
              </Box>
            )}
            {over > 0 && (
              <Box component="span" flex="none" c="var(--text3)">
                {formatCount(limit)} on {plan}
              </Box>
            )}
          </Flex>
        </>
      )}
      {over > 0 && (
        <>
          {upgrade && (
            <Button
              component={Link}
              to="/payment"
              fullWidth
              mt={10}
              size="xs"
              rightSection={<ArrowRight size={16} />}
            >
              Upgrade to {upgrade.name}
            </Button>
          )}
          <Box component="p" className={classes.note ?? ''} ta="center">
            {upgrade &&
              (upgrade.limit < 0 ? 'No limit on pages. ' : `${formatCount(upgrade.limit)} pages a month. `)}
            Resets {formatZonedTimestamp(resets_at)}.
          </Box>
        </>
      )}
    </Box>
  );
}

/** Bar: used pages, this project, and the part over the limit, which a tick marks. */
function LimitBar({ limits: { limit, used, adding }, over }: { limits: PageLimits; over: number }) {
  const whole = Math.max(limit, used + adding, 1);
  const share = (pages: number) => `${(pages / whole) * 100}%`;
  const usedWithin = Math.min(used, limit);
  return (
    <div className={classes.bar} aria-hidden="true">
      <span className={classes.used} style={{ width: share(usedWithin) }} />
      <span className={classes.adding} style={{ width: share(used + adding - over - usedWithin) }} />
      <span className={classes.over} style={{ width: share(over) }} />
      {over > 0 && <span className={classes.tick} style={{ left: share(limit) }} />}
    </div>
  );
}
