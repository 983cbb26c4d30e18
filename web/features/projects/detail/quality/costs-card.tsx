/** Problems that cost the run most points, and what to do about each. */
import { Box } from '@mantine/core';
import type { RunQuality } from '#contract/run-quality-shapes.ts';
import { QUALITY_ADVICE, QUALITY_TEXTS } from '#contract/quality-texts.ts';
import { Card } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { formatCount } from '#web/ui/format-figure.ts';

const TITLE = 'Where points are lost';

export function CostsCard({ quality: { costs, pages } }: { quality: RunQuality }) {
  if (costs.length === 0) return null;
  return (
    <Card title={TITLE} isFlush>
      <DataTable
        label={TITLE}
        rows={costs}
        columns={[
          {
            key: 'what',
            head: 'Problem',
            render: ({ code }) => (
              <>
                {QUALITY_TEXTS[code] ?? code}
                {QUALITY_ADVICE[code] !== undefined && (
                  <Box component="span" display="block" c="var(--text3)" fz="small" fw={400}>
                    {QUALITY_ADVICE[code]}
                  </Box>
                )}
              </>
            ),
          },
          {
            key: 'pages',
            head: 'Pages',
            align: 'right',
            width: 120,
            render: ({ pages: count }) => (count === pages ? 'all' : formatCount(count)),
          },
          {
            key: 'points',
            head: 'Points',
            align: 'right',
            width: 100,
            render: ({ points }) => (points < 0.1 ? '<0.1' : `−${points.toFixed(1)}`),
          },
        ]}
        rowKey={({ code }) => code}
        rowName={({ code }) => QUALITY_TEXTS[code] ?? code}
        isDense
      />
    </Card>
  );
}
