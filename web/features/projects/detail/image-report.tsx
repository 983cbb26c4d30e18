/** Results of a Geocoder run: number of tagged copies, skipped rows, and the copies by town. */
import { Box, Flex } from '@mantine/core';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Project } from '#contract/project-shapes.ts';
import type { Run } from '#contract/run-shapes.ts';
import { Card } from '#web/ui/card.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { formatAmount, formatBytes, formatCount } from '#web/ui/format-figure.ts';
import { SignedLink } from '#web/ui/signed-link.tsx';
import { ImagesByTown } from './images-by-town.tsx';
import { VerdictLine } from './run-figures.tsx';
import { SkippedRows } from './run-verdict.tsx';
import { RunWarnings } from './run-warnings.tsx';
import { useSampleChoice } from './sample-choice.tsx';
import { readProject } from '../shared/use-project.ts';

export function ImageReport({ project, report }: { project: Project; report: Run }) {
  const { id, town_count: towns } = project;
  const { pages_total: copies, download_all_images_url: zip } = report;
  const renewed = async () => (await readProject(id))?.report;
  return (
    <>
      <Card label="Verdict">
        <VerdictLine
          count={formatCount(copies)}
          rest={`tagged ${copies === 1 ? 'image' : 'images'} of ${formatAmount(towns, 'town')} ready to download`}
        />
        {zip !== null && (
          <Flex component="p" wrap="wrap" align="center" gap="8px 16px">
            <SignedLink
              address={zip}
              onRenew={async () => (await renewed())?.download_all_images_url ?? undefined}
              button={{
                variant: 'filled',
                leftSection: <Download size={16} />,
              }}
            >
              Download all Images
            </SignedLink>
            {report.output_bytes !== null && (
              <Box component="span" c="var(--text2)" fz="small">
                One zip, {formatBytes(report.output_bytes)}, with a folder for each town
              </Box>
            )}
          </Flex>
        )}
        <SkippedRows
          run={report}
          projectId={id}
          onRenew={async () => (await renewed())?.skipped_rows_url ?? undefined}
        />
      </Card>
      <ImagesByTown key={report.id} project={project} />
      <RunWarnings run={report} />
    </>
  );
}

/** Copies of a test, each with the tags that were read back from it. */
export function ImageSamples({ run, next }: { run: Run; next?: ReactNode }) {
  const { sample, sampleChoice } = useSampleChoice(run);
  if (!sample) return null;
  const { title, address, description, source, row, url } = sample;
  return (
    <Card title="Test images" aside={formatAmount(run.samples.length, 'image')} isFlush>
      <Box p="12px 14px" style={{ borderTop: '1px solid var(--line)' }}>
        <Flex wrap="wrap" align="center" justify="space-between" gap="4px 16px">
          {sampleChoice}
          {next}
        </Flex>
      </Box>
      <Flex wrap="wrap" gap={20} p={16}>
        <Box flex="1 1 300px" miw={0}>
          <img src={url} alt={description} style={{ maxWidth: '100%', maxHeight: 480, borderRadius: 10 }} />
        </Box>
        <Box flex="1 1 300px" miw={0}>
          <p>
            <strong>{title}</strong>
          </p>
          <Box component="p" c="var(--text2)" fz="small">
            {address}
          </Box>
          <Flex align="center" justify="space-between">
            <Box component="h3" c="var(--text2)" fz="small">
              Tags, row {formatCount(row)} of the sheet
            </Box>
            {source !== null && <CopyButton text={source} noun="the tags" />}
          </Flex>
          <Box
            component="pre"
            mah={320}
            p={12}
            bdrs={8}
            bg="var(--sunk)"
            style={{ overflow: 'auto' }}
            tabIndex={0}
            aria-label="Tags of the image"
          >
            {source}
          </Box>
        </Box>
      </Flex>
    </Card>
  );
}
