/** Banner on every screen while the user's agency is deleted or inactive: until when, and what to do. */
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import type { AgencyNotice } from '#contract/account.contract.ts';
import { useSession } from '#web/client/use-session.ts';
import { formatShortDay } from '#web/ui/format-timestamp.ts';
import links from '#web/ui/link.module.css';
import { FrameBar } from './frame-bar.tsx';

export function AgencyBar({ notice }: { notice: AgencyNotice }) {
  const isAdmin = useSession()?.role !== 'user';
  const [what, rest] = describeNotice(notice);
  return (
    <FrameBar label="Your agency" icon={<TriangleAlert size={18} />}>
      <strong>{what}</strong> {rest} {isAdmin ? '' : ASK[notice.status]}
      {isAdmin && (
        <Link className={links.link} to={`/agencies/${notice.id}/edit`}>
          {notice.status === 'deleted' ? 'Restore it' : 'Make it active'}
        </Link>
      )}
    </FrameBar>
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
      `${name} was deleted on ${formatShortDay(since)} by an administrator.`,
      `${until === null ? '' : `It can be restored until ${formatShortDay(until)}. `}Until it is restored, you can’t open its projects and domains, and new ones are personal.`,
    ];
  return [
    `${name} was set to inactive on ${formatShortDay(since)} by an administrator.`,
    `Its projects and domains are read-only, runs, scans and invitations are off, and new projects and domains are personal.${isMainAdmin ? ' A paid plan continues until you cancel it under Payment.' : ''}`,
  ];
}
