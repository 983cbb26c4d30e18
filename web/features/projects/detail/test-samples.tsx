/**
 * The content of three pages, each in a frame that may run nothing, at the width of a desktop or a phone,
 * with a search result and the source next to it.
 */
import { Box, Flex, SegmentedControl } from '@mantine/core';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import type { Run } from '#contract/run-shapes.ts';
import { useRefresh } from '#web/client/use-call.ts';
import { Card } from '#web/ui/card.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import { isStale } from '#web/ui/signed-link.rules.ts';
import { SignedLink } from '#web/ui/signed-link.tsx';
import { SAMPLE_REASONS } from './sample-reasons.ts';
import classes from './test-samples.module.css';

type Sample = Run['samples'][number];

const WIDTHS = { desktop: 1280, phone: 390 } as const;
type Device = keyof typeof WIDTHS;
const DEVICES = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
] satisfies { value: Device; label: string }[];

interface Props {
  run: Run;
  /** Leads on from a test. */
  next?: ReactNode;
  /** Asks for a fresh address of a long source. */
  onRenew: (index: number) => Promise<string | undefined>;
}

export function TestSamples({ run, next, onRenew }: Props) {
  const [chosen, setChosen] = useState('0');
  const isNarrow = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false });
  const [device, setDevice] = useState<Device>(isNarrow ? 'phone' : 'desktop');
  const sample = run.samples[Number(chosen)] ?? run.samples[0];
  if (!sample) return null;
  return (
    <Card
      title={run.kind === 'test' ? 'Test pages' : 'Sample pages'}
      aside={formatAmount(run.samples.length, 'page')}
      isFlush
    >
      <Flex
        className={classes.bar ?? ''}
        wrap="wrap"
        align="center"
        justify="space-between"
        gap="8px 16px"
        p="0 var(--card-inset) 12px"
      >
        <SegmentedControl
          aria-label="Sample"
          value={chosen}
          onChange={setChosen}
          data={run.samples.map(({ why }, index) => ({ value: String(index), label: SAMPLE_REASONS[why] }))}
        />
        <SegmentedControl
          aria-label="Width of the page"
          value={device}
          onChange={(value) => setDevice(value)}
          data={DEVICES}
        />
      </Flex>
      <Flex
        wrap="wrap"
        align="center"
        justify="space-between"
        gap="8px 16px"
        p="12px var(--card-inset)"
        c="var(--text2)"
        fz="small"
      >
        <Box component="p" flex="1 1 320px">
          Your theme and page builder styles are not shown here: these pages show content only. Shortcodes
          appear as labeled boxes and run on your site.
        </Box>
        {next}
      </Flex>
      <div className={classes.pair}>
        <SampleFrame key={sample.url} sample={sample} width={WIDTHS[device]} />
        <SampleFacts sample={sample} onRenew={() => onRenew(run.samples.indexOf(sample))} />
      </div>
    </Card>
  );
}

/** The page keeps the width of its device; where there is less room, it is shown smaller. */
function SampleFrame({ sample, width }: { sample: Sample; width: number }) {
  const { ref, width: room, height } = useElementSize<HTMLDivElement>();
  // The page may have been open for long before this sample was chosen.
  const [isOld] = useState(() => isStale(sample.url, Date.now()));
  const refresh = useRefresh();
  useEffect(() => {
    if (isOld) refresh('projects');
  }, [isOld, refresh]);
  const scale = room === 0 ? 1 : Math.min(1, room / width);
  return (
    <div className={classes.stage}>
      <div ref={ref} className={classes.window} style={{ maxWidth: width }}>
        {!isOld && (
          <Box
            component="iframe"
            pos="absolute"
            top={0}
            left={0}
            bd={0}
            bg="#fff"
            sandbox=""
            referrerPolicy="no-referrer"
            loading="lazy"
            src={sample.url}
            title={`${sample.title}, ${formatCount(width)} wide`}
            style={{
              width,
              height: height / scale || 560,
              transform: `scale(${scale})`,
              transformOrigin: '0 0',
            }}
          />
        )}
      </div>
    </div>
  );
}

interface FactsProps {
  sample: Sample;
  onRenew: () => Promise<string | undefined>;
}

function SampleFacts({ sample, onRenew }: FactsProps) {
  return (
    <div className={classes.side}>
      <div>
        <Box component="p" mb={2} c="var(--text3)" fz="xs" fw={500} lh="16px">
          How a search engine may show it
        </Box>
        <Box style={{ overflowWrap: 'anywhere' }}>
          <Box component="p" fz={16} fw={500} lh="22px">
            {sample.title}
          </Box>
          <Box component="p" c="var(--text2)" ff="var(--mono)" fz="12.5px">
            {sample.address}
          </Box>
          {sample.description !== '' && (
            <Box component="p" c="var(--text2)" fz={13}>
              {sample.description}
            </Box>
          )}
        </Box>
      </div>
      <div>
        <Flex align="center" justify="space-between">
          <Box component="h3" mb={2} c="var(--text3)" fz="xs" fw={500} lh="16px">
            Source, row {formatCount(sample.row)} of the sheet
          </Box>
          {sample.source !== null && <CopyButton text={sample.source} noun="the source" />}
        </Flex>
        <SampleSource sample={sample} onRenew={onRenew} />
      </div>
    </div>
  );
}

/** A long one is a file: on the page it would be slow, and nobody reads it there. */
function SampleSource({ sample: { source, source_url: url }, onRenew }: FactsProps) {
  if (source === null) {
    return (
      <p>
        The source of this page is too long to be shown here.{' '}
        {url !== null && (
          <SignedLink address={url} onRenew={onRenew}>
            Download the source
          </SignedLink>
        )}
      </p>
    );
  }
  return (
    <Box
      component="pre"
      flex="1 0 240px"
      w="100%"
      h={0}
      m={0}
      p="10px 12px"
      bd="1px solid var(--line)"
      bdrs={8}
      bg="var(--sunk)"
      style={{
        boxSizing: 'border-box',
        overflow: 'auto',
        tabSize: 2,
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
      }}
      tabIndex={0}
      aria-label="Source of the page"
    >
      {source}
    </Box>
  );
}
