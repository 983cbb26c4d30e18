/** What came of a Geocoder's run: how many tagged copies, which rows gave none, and the copies by town. */
import { SegmentedControl } from '@mantine/core';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Project } from '#contract/project-shapes.ts';
import type { Run } from '#contract/run-shapes.ts';
import { Card } from '#web/ui/card.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { formatAmount, formatBytes, formatCount } from '#web/ui/format-figure.ts';
import { SignedLink } from '#web/ui/signed-link.tsx';
import { ImagesByTown } from './images-by-town.tsx';
import classes from './images-section.module.css';
import { LongList } from './long-list.tsx';
import panel from './panel.module.css';
import page from './project-page.module.css';
import { listSkippedRows } from './run-verdict.tsx';
import { RunWarnings } from './run-warnings.tsx';
import { SAMPLE_REASONS } from './sample-reasons.ts';
import { readProject } from './use-project.ts';

export function ImageReport({ project, report }: { project: Project; report: Run }) {
  const { id, town_count: towns } = project;
  const { pages_total: copies, skipped, skipped_rows: rows, download_all_images_url: zip } = report;
  const renewed = async () => (await readProject(id))?.report;
  return (
    <>
      <Card label="Verdict">
        <h2 className={page.verdict}>
          <span className={page.large}>{formatCount(copies)}</span>
          <span>
            tagged {copies === 1 ? 'image' : 'images'} of {formatAmount(towns, 'town')} ready to download
          </span>
        </h2>
        {zip !== null && (
          <p>
            <SignedLink
              address={zip}
              onRenew={async () => (await renewed())?.download_all_images_url ?? undefined}
              button={{
                variant: 'filled',
                leftSection: <Download size={16} strokeWidth={1.75} aria-hidden="true" />,
              }}
            >
              Download all Images
            </SignedLink>{' '}
            {report.output_bytes !== null && (
              <span className={panel.quiet}>
                One zip, {formatBytes(report.output_bytes)}, with a folder for each town
              </span>
            )}
          </p>
        )}
        {rows.length > 0 && (
          <div className={page.rows}>
            <LongList noun="row" items={listSkippedRows(report, id)} />
          </div>
        )}
        {report.skipped_rows_url !== null && (
          <p>
            {formatAmount(skipped, 'row')} skipped.{' '}
            <SignedLink
              address={report.skipped_rows_url}
              onRenew={async () => (await renewed())?.skipped_rows_url ?? undefined}
            >
              Download the skipped rows as a sheet
            </SignedLink>
          </p>
        )}
      </Card>
      <ImagesByTown key={report.id} project={project} />
      <RunWarnings run={report} />
    </>
  );
}

/** Copies of a test, each beside its tags as they are read back. */
export function ImageSamples({ run, next }: { run: Run; next?: ReactNode }) {
  const [chosen, setChosen] = useState('0');
  const sample = run.samples[Number(chosen)] ?? run.samples[0];
  if (!sample) return null;
  const { title, address, description, source, row, url } = sample;
  return (
    <Card title="Test images" aside={formatAmount(run.samples.length, 'image')} isFlush>
      <div className={panel.row}>
        <div className={panel.split}>
          <SegmentedControl
            aria-label="Sample"
            value={chosen}
            onChange={setChosen}
            data={run.samples.map(({ why }, index) => ({ value: String(index), label: SAMPLE_REASONS[why] }))}
          />
          {next}
        </div>
      </div>
      <div className={classes.sample}>
        <img src={url} alt={description} />
        <div>
          <p>
            <strong>{title}</strong>
          </p>
          <p className={panel.quiet}>{address}</p>
          <div className={panel.split}>
            <h3 className={panel.quiet}>Tags, row {formatCount(row)} of the sheet</h3>
            {source !== null && <CopyButton text={source} noun="the tags" />}
          </div>
          <pre tabIndex={0} aria-label="Tags of the image">
            {source}
          </pre>
        </div>
      </div>
    </Card>
  );
}
