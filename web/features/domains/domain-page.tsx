/** `/domains/{id}`: one domain with its next step, search figures, latest scans and projects. */
import { Box, Button, Flex, Text } from '@mantine/core';
import { Check } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { dashboardContract } from '#contract/dashboard.contract.ts';
import { type DomainPage as Domain, domainsContract } from '#contract/domains.contract.ts';
import { integrationsContract } from '#contract/integrations.contract.ts';
import { useCall } from '#web/client/use-call.ts';
import { useReadOnlyReason } from '#web/client/use-read-only.ts';
import { NewProjectButton } from '#web/kit/new-project-button.tsx';
import { LoadState } from '#web/kit/load-state.tsx';
import { PageTabs, useOpenTab } from '#web/kit/page-tabs.tsx';
import { ReasonButton } from '#web/kit/reason-button.tsx';
import { CardBoundary } from '#web/ui/card-boundary.tsx';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import { type KeyFigure, KeyFigures } from '#web/ui/key-figures.tsx';
import columns from '#web/ui/columns.module.css';
import links from '#web/ui/link.module.css';
import { MissingSubject } from '#web/ui/missing-subject.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { PlatformIcon } from '#web/ui/platform-icon.tsx';
import { StepMark } from '#web/ui/step-mark.tsx';
import { getTypeLabel } from './domain.rules.ts';
import { DomainProjects } from './domain-projects.tsx';
import { LastScan, SiteScans } from './domain-scans.tsx';
import { SearchSummary, SearchTables } from './domain-search.tsx';
import { countProblems, findNextStep, type NextStep as Step } from './scan.rules.ts';

const BUSY_POLL_MS = 3_000;

export function DomainPage() {
  const { id = '' } = useParams();
  const isId = /^[1-9]\d{0,9}$/.test(id);
  const input = { params: { id: Number(id) } };
  const call = useCall(domainsContract.show, input, { skip: !isId });
  const isScanning = (call.data?.[0]?.scanning ?? 0) > 0;
  useCall(domainsContract.show, input, { skip: !isScanning, pollMs: BUSY_POLL_MS });
  const [domain] = call.data ?? [];
  if (!isId || call.error?.status === 404) return <MissingSubject noun="domain" />;
  if (domain) return <OneDomain key={id} domain={domain} />;
  return (
    <>
      <PageHead title="Domain" />
      <LoadState call={call} what="the domain" />
    </>
  );
}

function OneDomain({ domain }: { domain: Domain }) {
  const problems = countProblems(domain.scans);
  const reason = useReadOnlyReason(domain.is_read_only);
  return (
    <>
      <PageHead
        title={domain.name}
        icon={<PlatformIcon type={domain.project_type} size={44} />}
        facts={<Facts domain={domain} />}
        actions={
          <>
            <ReasonButton reason={reason} to={`/domains/${domain.id}/edit`}>
              Edit domain
            </ReasonButton>
            <NewProjectButton />
          </>
        }
      />
      <PageTabs
        label="Domain sections"
        tabs={[
          { name: 'overview', label: 'Overview', render: () => <Overview domain={domain} /> },
          {
            name: 'projects',
            label: 'Projects',
            count: formatCount(domain.projects),
            render: () => <DomainProjects domain={domain} isPaged />,
          },
          {
            name: 'search',
            label: 'Search',
            render: () => (
              <>
                <SearchSummary domain={domain} />
                <SearchTables domain={domain} />
              </>
            ),
          },
          {
            name: 'scan',
            label: 'Site scan',
            count: problems > 0 ? formatCount(problems) : undefined,
            render: () => <SiteScans domain={domain} />,
          },
        ]}
      />
    </>
  );
}

/** Link to the site, type, owner, and whether it's inactive. */
function Facts({ domain: { name, project_type: type, agency, status } }: { domain: Domain }) {
  return (
    <>
      <a className={links.link} href={`https://${name}`} target="_blank" rel="noopener noreferrer">
        {name}
      </a>
      , {getTypeLabel(type)}, {agency === null ? 'personal' : `shared with ${agency}`}
      {status === '0' && ', inactive'}
    </>
  );
}

function Overview({ domain }: { domain: Domain }) {
  const openTab = useOpenTab();
  const { data: summary } = useCall(dashboardContract.show, undefined, { isFinal: true });
  const { data: stat } = useCall(integrationsContract.stat, {
    query: { domain_id: domain.id, period: '28d', compare: 'previous' },
  });
  const before = stat?.previous?.clicks ?? 0;
  const step = findNextStep({
    domain,
    isGoogleOpen: summary?.search.is_open,
    clicksChange: stat && before > 0 ? stat.totals.clicks / before - 1 : null,
  });
  return (
    <>
      {summary && stat && <NextStep step={step} />}
      <KeyFigures label="Figures" figures={listFigures(domain)} />
      <Box className={columns.columns} __vars={{ '--aside': '330px' }}>
        <CardBoundary>
          <SearchSummary domain={domain} isShort />
        </CardBoundary>
        <CardBoundary>
          <LastScan domain={domain} onOpen={() => openTab('scan')} />
        </CardBoundary>
      </Box>
      <CardBoundary>
        <DomainProjects domain={domain} onAll={() => openTab('projects')} />
      </CardBoundary>
    </>
  );
}

function listFigures({ projects, pages, images, scans, scanning }: Domain): KeyFigure[] {
  const scanned = scans.reduce((sum, scan) => sum + scan.pages, 0);
  const problems = countProblems(scans);
  return [
    { label: 'Projects', value: formatCount(projects), note: 'of this domain' },
    { label: 'Pages ready', value: formatCount(pages), note: 'in current runs' },
    ...(images > 0 ? [{ label: 'Images ready', value: formatCount(images), note: 'in current runs' }] : []),
    {
      label: 'Pages scanned',
      value: scans.length > 0 ? formatCount(scanned) : '–',
      note: scanning > 0 ? `${formatAmount(scanning, 'scan')} in progress` : 'in last scans',
    },
    {
      label: 'Problems found',
      value: scans.length > 0 ? formatCount(problems) : '–',
      note: scans.length > 0 ? 'by the last scans' : 'not scanned yet',
    },
  ];
}

/** Next step for a domain, or a check mark. */
function NextStep({ step }: { step: Step | undefined }) {
  return (
    <Flex
      component="section"
      aria-label="Next step"
      wrap="wrap"
      align="center"
      gap="12px 16px"
      p="14px 18px"
      bd="1px solid var(--line)"
      bdrs={12}
      bg="var(--shell)"
    >
      <StepMark state={step ? 'now' : 'done'} size={22}>
        {!step && <Check size={14} />}
      </StepMark>
      <Box flex="1 1 240px" miw={0}>
        <Text fz="small" c="var(--text2)">
          Next step
        </Text>
        <Text fz="md">
          <b>{step?.title ?? 'You’re all caught up.'}</b> {step?.why}
        </Text>
      </Box>
      {step?.to !== undefined && (
        <Button component={Link} to={step.to}>
          {step.act}
        </Button>
      )}
    </Flex>
  );
}
