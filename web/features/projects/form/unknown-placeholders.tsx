/** Placeholders that fit no column: where they are, what was probably meant, and the two ways to settle it. */
import { Box, Button } from '@mantine/core';
import { Brackets, WandSparkles } from 'lucide-react';
import { useState } from 'react';
import type { PlaceholderUse } from '#engine';
import { nameOf } from '#web/client/fix-seed.ts';
import { DownloadButton } from '#web/ui/download-button.tsx';
import { formatAmount } from '#web/ui/format-figure.ts';
import type { KeptNames } from './kept-names.tsx';
import classes from './panel.module.css';
import { SeedExcerpt } from './seed-excerpt.tsx';
import type { SeedChange } from '#web/client/inspect.worker.ts';
import type { FormReading } from './use-form-reading.ts';
import { Fault } from './fault.tsx';
import { PanelRow } from './panel-row.tsx';

interface Props {
  project: FormReading;
  uses: readonly PlaceholderUse[];
  kept: KeptNames;
}

export function UnknownPlaceholders({ project, uses, kept }: Props) {
  return uses
    .filter(({ state }) => state === 'unknown')
    .map((use) => <Unknown key={use.text} project={project} use={use} kept={kept} />);
}

/** A filter makes it certainly a placeholder, since no shortcode has one; a list of names can't be kept by name. */
const mayBeShortcode = ({ text }: PlaceholderUse) => !/[|,]/.test(text);

function Unknown({ project, use, kept }: Pick<Props, 'project' | 'kept'> & { use: PlaceholderUse }) {
  const [state, setState] = useState<'open' | 'fixing' | 'refused'>('open');
  const [place] = use.places;
  const { nearest } = use;
  const fix = async () => {
    if (!nearest) return;
    setState('fixing');
    setState((await project.fixSeed(use.text, nearest)) ? 'open' : 'refused');
  };
  return (
    <Fault
      role="group"
      label={`${use.text} has no matching column`}
      actions={
        <div className={classes.choices}>
          {nearest && state !== 'refused' && (
            <Button
              size="xs"
              leftSection={<WandSparkles size={14} strokeWidth={1.75} absoluteStrokeWidth />}
              loading={state === 'fixing'}
              onClick={fix}
            >
              Use {nearest}
            </Button>
          )}
          {mayBeShortcode(use) && (
            <Button
              size="xs"
              leftSection={<Brackets size={14} strokeWidth={1.75} absoluteStrokeWidth />}
              onClick={() => kept.add(nameOf(use.text))}
            >
              {project.inspection?.seed?.platform === 'wordpress' ? 'Leave as shortcode' : 'Leave unchanged'}
            </Button>
          )}
        </div>
      }
    >
      <Reason use={use} />
      {place && <SeedExcerpt place={place} text={use.text} />}
      {use.count > 1 && (
        <Box component="p" c="var(--text2)" fz="small">
          and {formatAmount(use.count - 1, 'more place')}: open its chip above.
        </Box>
      )}
      {state === 'refused' && (
        <Box component="p" role="alert" c="var(--crimson-text)" fz="small">
          This can’t be fixed here without changing something else in the file. Correct it in your CMS and
          export the page again.
        </Box>
      )}
    </Fault>
  );
}

function Reason({ use: { text, isImage, nearest } }: { use: PlaceholderUse }) {
  return (
    <p>
      <code>{text}</code>{' '}
      {isImage
        ? 'refers to a primary image that the project doesn’t have. Upload one under Primary Images.'
        : 'has no matching column.'}{' '}
      {nearest && (
        <>
          Did you mean <code>{nearest}</code>?
        </>
      )}
    </p>
  );
}

function FixedChange({ change }: { change: SeedChange }) {
  if ('done' in change) return change.done;
  return (
    <>
      <code>{change.wrong}</code> → <code>{change.right}</code>
    </>
  );
}

/** The fixed seed is in this page alone until it is downloaded. */
export function FixedNote({ project, seed }: { project: FormReading; seed: File }) {
  if (project.fixes.length === 0) return null;
  return (
    <PanelRow isNote>
      <p>
        Fixed here:{' '}
        {project.fixes.map((change, index) => (
          <span key={index}>
            {index > 0 && ', '}
            <FixedChange change={change} />
          </span>
        ))}
        . Your own file is unchanged.
      </p>
      <DownloadButton name={seed.name} content={seed} />
    </PanelRow>
  );
}
