/** Steps to import the parts into the project's platform. */
import { Box, Flex } from '@mantine/core';
import type { Run } from '#contract/run-shapes.ts';
import { Card } from '#web/ui/card.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { ImportGuide } from '#web/ui/platform-guides.tsx';
import { formatType, toPlatformId } from '../shared/project-types.rules.ts';

interface Props {
  type: string;
  run: Pick<Run, 'parts' | 'selectors' | 'problems'>;
}

export function ImportSteps({ type, run }: Props) {
  const tables = run.parts.filter(({ name, pages }) => pages === 0 && name.endsWith('.csv')).length;
  const typeStep = run.problems.find(({ code }) => code === 'unregistered-type')?.text ?? '';
  return (
    <Card title={`How to import into ${formatType(type)}`} id="import">
      <Box component="ol" display="grid" pl={20} style={{ gap: 8, listStyle: 'decimal' }}>
        <ImportGuide
          platform={toPlatformId(type)}
          isMany={run.parts.length - tables > 1}
          typeStep={typeStep}
          hasTable={tables > 0}
        />
        <li>Open one of the new pages, then put the formed links where visitors find them.</li>
      </Box>
      {run.selectors.length > 0 && (
        <Box component="dl" mt={16} aria-label="Settings of the importer">
          {run.selectors.map(({ name, path }) => (
            <Flex key={name} align="center" gap={12} py={4} style={{ borderTop: '1px solid var(--line)' }}>
              <Box component="dt" flex="2 1 0" miw={96} c="var(--text2)" style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Box>
              <Flex component="dd" flex="5 1 0" miw={0} align="center" justify="space-between">
                <Box component="code" miw={0} style={{ overflowWrap: 'anywhere' }}>
                  {path}
                </Box>
                <CopyButton text={path} noun={`the path of ${name}`} />
              </Flex>
            </Flex>
          ))}
        </Box>
      )}
    </Card>
  );
}
