/**
 * Previews of three pages, each in a sandboxed frame without scripts, at desktop or phone width, with a
 * search result and the source.
 */
import { Box, Flex, SegmentedControl } from '@mantine/core';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import type { Project } from '#contract/project-shapes.ts';
import type { Run } from '#contract/run-shapes.ts';
import { runsContract } from '#contract/runs.contract.ts';
import type { SiteStylesReply } from '#contract/run-view-shapes.ts';
import { useCall, useRefresh } from '#web/client/use-call.ts';
import { Card } from '#web/ui/card.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import { isStale } from '#web/ui/signed-link.rules.ts';
import { SignedLink } from '#web/ui/signed-link.tsx';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';
import { useSampleChoice } from './sample-choice.tsx';
import classes from './test-samples.module.css';

type Sample = Run['samples'][number];

const WIDTHS = { desktop: 1280, phone: 390 } as const;
type Device = keyof typeof WIDTHS;
const DEVICES = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
] satisfies { value: Device; label: string }[];

interface Props {
  project: Project;
  run: Run;
  /** Link shown after a test. */
  next?: ReactNode;
  /** Fetches a current URL of a long source. */
  onRenew: (index: number) => Promise<string | undefined>;
}

export function TestSamples({ project, run, next, onRenew }: Props) {
  const { sample, sampleChoice } = useSampleChoice(run);
  const isNarrow = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false });
  const [device, setDevice] = useState<Device>(isNarrow ? 'phone' : 'desktop');
  // Waits for the site's styles, so that a sample renders once, with or without them.
  const input = { params: { id: project.id, run: run.id } };
  const { data: styles, error } = useCall(runsContract.styles, input, { isFinal: true });
  if (!sample) return null;
  return (
    <Card
      title={run.kind === 'test' ? 'Test pages' : 'Sample pages'}
      aside={formatAmount(run.samples.length, 'page')}
      isFlush
    >
      <Flex className={classes.bar ?? ''}>
        {sampleChoice}
        <SegmentedControl
          aria-label="Preview width"
          value={device}
          onChange={(value) => setDevice(value)}
          data={DEVICES}
        />
      </Flex>
      <Flex className={classes.note ?? ''}>
        <Box component="p" flex="1 1 320px">
          {describeStyles(styles, error !== undefined)} {sample.limits}
        </Box>
        {next}
      </Flex>
      <div className={classes.pair} data-device={device}>
        <div className={classes.stage}>
          {styles || error ? (
            <SampleFrame key={sample.url} sample={sample} width={WIDTHS[device]} />
          ) : (
            <SkeletonRows rows={10} isBare label="Loading the preview" />
          )}
        </div>
        <SampleFacts sample={sample} onRenew={() => onRenew(run.samples.indexOf(sample))} />
      </div>
    </Card>
  );
}

/** The frame is as wide as on its device, scaled to the available width. */
function SampleFrame({ sample, width: deviceWidth }: { sample: Sample; width: number }) {
  const { ref, width: availableWidth, height } = useElementSize<HTMLDivElement>();
  // The page may have been open for long before this sample was chosen.
  const [isOld] = useState(() => isStale(sample.url, Date.now()));
  const refresh = useRefresh();
  useEffect(() => {
    if (isOld) refresh('projects');
  }, [isOld, refresh]);
  // A desktop preview grows on a large screen; a phone preview keeps its width.
  const width = deviceWidth === WIDTHS.phone ? deviceWidth : Math.max(deviceWidth, availableWidth);
  const scale = availableWidth === 0 ? 1 : Math.min(1, availableWidth / width);
  return (
    <div ref={ref} className={classes.window}>
      {!isOld && (
        <iframe
          className={classes.frame}
          sandbox=""
          referrerPolicy="no-referrer"
          loading="lazy"
          src={sample.url}
          title={`${sample.title}, ${formatCount(width)} wide`}
          style={{ width, height: height / scale || '100%', transform: `scale(${scale})` }}
        />
      )}
    </div>
  );
}

interface FactsProps {
  sample: Sample;
  onRenew: () => Promise<string | undefined>;
}

function SampleFacts({ sample, onRenew }: FactsProps) {
  const { title, description, url } = sample.snippet ?? { ...sample, url: sample.address };
  return (
    <div className={classes.side}>
      <section className={classes.snippet} aria-label="Search result">
        <p className={classes.label}>How it may look in search results</p>
        <Box component="p" c="var(--text2)" ff="monospace" fz="note">
          {url}
        </Box>
        <Box component="p" fz={18} fw={500} lh="24px" c="var(--sea-text)">
          {title}
        </Box>
        {description !== '' && (
          <Box component="p" c="var(--text2)" fz="small">
            {description}
          </Box>
        )}
      </section>
      <section className={classes.source}>
        <Flex align="center" justify="space-between">
          <h3 className={classes.label}>Source, row {formatCount(sample.row)} of the sheet</h3>
          {sample.source !== null && <CopyButton text={sample.source} noun="the source" />}
        </Flex>
        <SampleSource sample={sample} onRenew={onRenew} />
      </section>
    </div>
  );
}

/** A long source is only downloadable, because it would slow down the page. */
function SampleSource({ sample: { source, source_url: url }, onRenew }: FactsProps) {
  if (source !== null) {
    return (
      <pre className={classes.code} tabIndex={0} aria-label="Source of the page">
        {source}
      </pre>
    );
  }
  return (
    <p>
      The source of this page is too long to show here.{' '}
      {url !== null && (
        <SignedLink address={url} onRenew={onRenew}>
          Download the source
        </SignedLink>
      )}
    </p>
  );
}

/** Names the site of the styles, or the reason why there are none. */
function describeStyles(styles: SiteStylesReply | undefined, isFailed: boolean): string {
  if (styles === undefined) return isFailed ? 'Shown without the site’s styles.' : 'Loading styles…';
  if (styles.site === null) return 'Shown without styles, because the site isn’t known.';
  if (styles.is_styled) return `Shown with the styles of ${styles.site}.`;
  return `We couldn’t load the styles of ${styles.site}, so this is the plain content.`;
}
