/** Search Console property of each domain, and the state of its figures. */
import { Text } from '@mantine/core';
import { Link } from 'react-router';
import { type Integration, integrationsContract } from '#contract/integrations.contract.ts';
import { type PortfolioRow, reportingContract } from '#contract/reporting.contract.ts';
import { useReadOnlyReason } from '#web/client/use-read-only.ts';
import { AsyncSelect } from '#web/kit/async-select.tsx';
import { ListBody } from '#web/kit/list-body.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { useList } from '#web/kit/use-list.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { formatCalendarDay } from '#web/ui/format-timestamp.ts';
import links from '#web/ui/link.module.css';
import { findSource, listChoices, SOURCE_BADGES } from './integration.rules.ts';

const BUSY_POLL_MS = 3_000;
const IDLE_POLL_MS = 30_000;

export function DomainSources({ integrations }: { integrations: readonly Integration[] }) {
  const list = useList(reportingContract.domains, {
    sort: 'name',
    sorts: ['name'],
    pollMs: (rows) =>
      rows.some(({ state }) => state === 'waiting' || state === 'collecting') ? BUSY_POLL_MS : IDLE_POLL_MS,
  });
  const readOnly = useReadOnlyReason(true, 'its domains keep their properties');
  const columns = listColumns(integrations);
  return (
    <Card title="Domains" aside="Data source for each domain">
      <ListBody
        list={list}
        noun="domain"
        search="name"
        empty={{
          title: 'No domains yet',
          text: 'Add the domains of your clients’ websites; their figures are collected from then on.',
          action: (
            <Link className={links.link} to="/domains/add-domain">
              Add a domain
            </Link>
          ),
        }}
      >
        {(rows) => (
          <>
            {rows.some((row) => row.is_read_only) && <Text mb={10}>{readOnly}</Text>}
            <DataTable
              label="Domains and their properties"
              rows={rows}
              columns={columns}
              rowKey={({ id }) => id}
              rowName={({ name }) => name}
              sort={list.query.sort}
              onSort={list.setSort}
            />
          </>
        )}
      </ListBody>
    </Card>
  );
}

function listColumns(integrations: readonly Integration[]): Column<PortfolioRow>[] {
  return [
    {
      key: 'name',
      head: 'Domain',
      isSortable: true,
      render: ({ id, name }) => (
        <Link className={links.link} to={`/reporting?domain_id=${id}`}>
          {name}
        </Link>
      ),
    },
    {
      key: 'property',
      head: 'Property',
      width: 360,
      render: (row) => <PropertyChoice row={row} integrations={integrations} />,
    },
    {
      key: 'state',
      head: 'Figures',
      width: 240,
      render: ({ id, state, data_until: until }) => (
        <>
          <Badge
            tone={SOURCE_BADGES[state].tone}
            detail={state === 'ready' && until !== null ? `to ${formatCalendarDay(until)}` : undefined}
          >
            {SOURCE_BADGES[state].text}
          </Badge>
          {state === 'failed' && <div>{findSource(integrations, id)?.message}</div>}
        </>
      ),
    },
  ];
}

function PropertyChoice({ row, integrations }: { row: PortfolioRow; integrations: readonly Integration[] }) {
  const { run, isBusy } = useAction(integrationsContract.choose, {
    refresh: ['integrations', 'reporting'],
    success: `The property of ${row.name} was saved.`,
    failure: 'Couldn’t save the property.',
  });
  if (row.is_read_only) return row.property ?? '–';
  return (
    <AsyncSelect
      label={`Property of ${row.name}`}
      isLabelHidden
      value={findSource(integrations, row.id)?.property ?? null}
      choices={listChoices(integrations)}
      isDisabled={isBusy}
      isClearable
      onChange={(choice) =>
        void run({ body: { domain_id: row.id, ...(choice && { property_id: Number(choice.value) }) } })
      }
    />
  );
}
