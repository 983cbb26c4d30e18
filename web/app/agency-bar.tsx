/** On every screen: the user's agency was deleted or is not active, until when, and what to do. */
import { Flex } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import type { AgencyNotice } from '#contract/account.contract.ts';
import { useAppSelector } from '#web/client/use-store.ts';
import { nameDay } from '#web/ui/format-moment.ts';
import links from '#web/ui/link.module.css';

export function AgencyBar() {
  const { agency_notice: notice, role } = useAppSelector((state) => state.user.userData) ?? {};
  if (!notice) return null;
  const [what, rest] = describeNotice(notice);
  const isAdmin = role !== 'user';
  return (
    <Flex
      role="region"
      aria-label="Your agency"
      align="flex-start"
      gap={14}
      mb={16}
      p="10px 16px"
      bdrs={8}
      bg="var(--ochre-ground)"
      c="var(--ochre-text)"
      style={{ overflowWrap: 'anywhere' }}
    >
      <Flex component="span" flex="none" h="1lh" align="center">
        <TriangleAlert size={18} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" />
      </Flex>
      <span>
        <strong>{what}</strong> {rest} {isAdmin ? '' : ASK[notice.status]}
        {isAdmin && (
          <Link className={links.link} to={`/agencies/${notice.id}/edit`}>
            {notice.status === 'deleted' ? 'Restore it' : 'Make it active'}
          </Link>
        )}
      </span>
    </Flex>
  );
}

const ASK = {
  deleted: 'To get it back, ask an administrator.',
  not_active: 'To work in it again, ask an administrator.',
} as const;

function describeNotice(notice: AgencyNotice): [what: string, rest: string] {
  const { name, status, since, restorable_until: until, is_main_admin: isMainAdmin } = notice;
  if (status === 'deleted')
    return [
      `${name} was deleted on ${nameDay(since)} by an administrator.`,
      `${until === null ? '' : `It can be restored until ${nameDay(until)}. `}Until then, you can’t open its projects and domains, and new ones are personal.`,
    ];
  return [
    `${name} was set to Not Active on ${nameDay(since)} by an administrator.`,
    `Its projects and domains are read-only, no runs, scans or invitations start, and new projects and domains are personal.${isMainAdmin ? ' A paid plan goes on until you cancel it under Payment.' : ''}`,
  ];
}
