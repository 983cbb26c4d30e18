/** Problems found by the latest scans of a domain, and a button that starts new scans. */
import { Box, Flex, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { DomainPage, DomainScan } from '#contract/domains.contract.ts';
import { scansContract } from '#contract/scans.contract.ts';
import { useReadOnlyReason } from '#web/client/use-read-only.ts';
import { ActionButton } from '#web/kit/action-button.tsx';
import { ReasonButton } from '#web/kit/reason-button.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { Age } from '#web/ui/age.tsx';
import { Card, CardFoot } from '#web/ui/card.tsx';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';
import { compareScans, listProblems, type Problem } from './scan.rules.ts';

interface Props {
  domain: DomainPage;
}

/** Starts a scan for each project with pages and without a scan in progress. */
function ScanNow({ domain: { scannable, scanning, is_read_only: isReadOnly } }: Props) {
  const reason = useReadOnlyReason(isReadOnly);
  const start = useAction(scansContract.create, {
    refresh: ['scans', 'domains'],
    failure: 'Couldn’t start the scan.',
  });
  if (scannable.length === 0)
    return scanning > 0 ? <span>{formatAmount(scanning, 'scan')} in progress</span> : null;
  if (reason !== undefined)
    return (
      <ReasonButton reason={reason} size="xs">
        Scan now
      </ReasonButton>
    );
  const run = async () => {
    for (const projectId of scannable)
      if (!(await start.run({ body: { project_id: projectId } }))) return false;
    return true;
  };
  return (
    <ActionButton action={{ ...start, run }} busy="Starting..." size="xs">
      Scan now
    </ActionButton>
  );
}

export function LastScan({ domain, onOpen }: Props & { onOpen: () => void }) {
  const { scans } = domain;
  const problems = listProblems(scans);
  const [only] = scans;
  return (
    <Card title="Last scan" isFlush aside={<ScanNow domain={domain} />}>
      <ScanFacts scans={scans} scannable={domain.scannable.length + domain.scanning} />
      <ul>
        {problems.map((problem) => (
          <ProblemRow key={problem.finding} problem={problem}>
            {scans.length === 1 && only ? (
              <Link className={links.link} to={toResult(only, problem)}>
                Show
              </Link>
            ) : (
              <button type="button" className={links.link} onClick={onOpen}>
                Show
              </button>
            )}
          </ProblemRow>
        ))}
      </ul>
      {compareScans(scans) !== undefined && <CardFoot>{compareScans(scans)}</CardFoot>}
    </Card>
  );
}

const toResult = ({ id }: Pick<DomainScan, 'id'>, problem?: Problem) =>
  `/reporting?tab=scan&scan=${id}${problem ? `&finding=${problem.finding}` : ''}`;

function ScanFacts({ scans, scannable }: { scans: readonly DomainScan[]; scannable: number }) {
  const [newest] = scans;
  const pages = scans.reduce((sum, scan) => sum + scan.pages, 0);
  return (
    <Text px={18} pb={12} fz="small" c="var(--text2)">
      {newest ? (
        <>
          <Age of={newest.finished_at} />, {formatAmount(pages, 'page')}
          {listProblems(scans).length === 0 && ', no problems'}
        </>
      ) : scannable > 0 ? (
        'Not scanned yet. A scan finds pages that redirect, fail or aren’t indexed.'
      ) : (
        'Nothing to scan yet: no project of this domain has pages.'
      )}
    </Text>
  );
}

interface RowProps {
  problem: Problem;
  children: ReactNode;
}

function ProblemRow({ problem: { count, text, note, tone }, children }: RowProps) {
  return (
    <Flex component="li" gap={12} p="10px 18px" style={{ borderTop: '1px solid var(--line)' }}>
      <Box component="span" pt={4} aria-hidden="true">
        <svg width="12" height="12" viewBox="0 0 12 12" fill={`var(--${tone})`}>
          <path d={tone === 'crimson' ? 'M6 1 11.500 11H.5Z' : 'M6 .5 11.500 6 6 11.500.5 6Z'} />
        </svg>
      </Box>
      <Box flex={1} miw={0}>
        <b>{formatCount(count)}</b> {text}
        <Text fz="small" c="var(--text3)">
          {note}
        </Text>
      </Box>
      {children}
    </Flex>
  );
}

/** Latest scan of each project. */
export function SiteScans({ domain }: Props) {
  const { scans } = domain;
  return (
    <>
      <Card title="Site scan" isFlush aside={<ScanNow domain={domain} />}>
        <ScanFacts scans={scans} scannable={domain.scannable.length + domain.scanning} />
        {compareScans(scans) !== undefined && <CardFoot>{compareScans(scans)}</CardFoot>}
      </Card>
      {scans.map((scan) => (
        <Card
          key={scan.id}
          title={scan.project}
          isFlush
          aside={
            <Link className={links.link} to={toResult(scan)}>
              All {formatAmount(scan.pages, 'page')}
            </Link>
          }
        >
          <ScanFacts scans={[scan]} scannable={1} />
          <ul>
            {listProblems([scan]).map((problem) => (
              <ProblemRow key={problem.finding} problem={problem}>
                <Link className={links.link} to={toResult(scan, problem)}>
                  Show
                </Link>
              </ProblemRow>
            ))}
          </ul>
        </Card>
      ))}
    </>
  );
}
