/** One scan: progress, findings, and changes since the last one. */
import { Box, Group } from '@mantine/core';
import { type Scan, scansContract } from '#contract/scans.contract.ts';
import { useCall, useRefreshAfter } from '#web/client/use-call.ts';
import { ActionButton } from '#web/kit/action-button.tsx';
import { Alert } from '#web/kit/alert.tsx';
import { DownloadCsv } from '#web/kit/download-csv.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { formatCount } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';
import { LiveQuality, SiteChanges } from './live-quality.tsx';
import { ScanPages } from './scan-pages.tsx';
import { describeChanges, describeProblems, isUnderWay, SCAN_BADGES } from './scans.rules.ts';

const POLL_MS = 1_500;

export function ScanResult({ id, onClose }: { id: number; onClose: () => void }) {
  const input = { params: { id } };
  const shown = useCall(scansContract.show, input);
  const isBusy = shown.data !== undefined && isUnderWay(shown.data);
  const {
    data: scan,
    error,
    refetch,
  } = useCall(scansContract.show, input, { pollMs: isBusy ? POLL_MS : undefined });
  useRefreshAfter(isBusy, 'scans');
  const back = (
    <button type="button" className={links.link} onClick={onClose}>
      All scans
    </button>
  );
  if (error && !scan)
    return (
      <>
        {back}
        <Alert what="Couldn’t load the scan." error={error} onRetry={refetch} />
      </>
    );
  if (!scan) return <SkeletonRows label="Loading the scan" />;
  return (
    <>
      <div>{back}</div>
      <ScanCard scan={scan} />
      {scan.quality && <LiveQuality quality={scan.quality} />}
      {scan.state === 'completed' && <SiteChanges scan={scan} />}
      <ScanPages id={id} pollMs={isUnderWay(scan) ? POLL_MS : undefined} />
    </>
  );
}

function ScanCard({ scan }: { scan: Scan }) {
  const { id, state, project, pages_done: done, pages_total: total, message, changes } = scan;
  const isBusy = isUnderWay(scan);
  const input = { params: { id } };
  const cancel = useAction(scansContract.cancel, {
    refresh: ['scans'],
    success: 'The scan was canceled. Pages fetched so far are kept.',
    failure: 'Couldn’t cancel the scan.',
  });
  const progress = isBusy ? `${percent(done, total)}%` : undefined;
  return (
    <Card
      title={project}
      aside={
        <Badge tone={SCAN_BADGES[state].tone} detail={progress}>
          {SCAN_BADGES[state].label}
        </Badge>
      }
    >
      {message !== null && <Alert tone={state === 'completed' ? 'note' : 'error'} what={message} />}
      <p>
        {formatCount(done)} of {formatCount(total)} pages · {describeProblems(scan)}
        {changes !== null && ` · since the last scan: ${describeChanges(scan)}`}
      </p>
      {isBusy && (
        <Box
          component="progress"
          w="100%"
          h={7}
          mt={8}
          style={{ accentColor: 'var(--live)' }}
          max={Math.max(1, total)}
          value={done}
          aria-label="Pages scanned"
        />
      )}
      <Group gap={8} mt={12}>
        {isBusy && (
          <ActionButton
            action={{ ...cancel, run: () => cancel.run(input) }}
            busy="Canceling..."
            variant="default"
          >
            Cancel scan
          </ActionButton>
        )}
        <DownloadCsv endpoint={scansContract.export} input={input} name={`scan-${id}.csv`} />
      </Group>
    </Card>
  );
}

const percent = (done: number, total: number) => (total === 0 ? 0 : Math.floor((done / total) * 100));
