/** Who works for the own agency; its main admin removes people. */
import { UserMinus } from 'lucide-react';
import { useState } from 'react';
import { myAgencyContract } from '#contract/my-agency.contract.ts';
import { useCall } from '#web/client/use-call.ts';
import { Alert } from '#web/kit/alert.tsx';
import { useOwnerRefusal } from '#web/kit/owner-only.tsx';
import { Pager } from '#web/kit/pager.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { useListQuery } from '#web/kit/use-list-query.ts';
import { Age } from '#web/ui/age.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { MenuAction } from '#web/ui/menu-action.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';
import type { Member } from './my-agency.rules.ts';

const COLUMNS: readonly Column<Member>[] = [
  {
    key: 'name',
    head: 'Name',
    isSortable: true,
    render: ({ name, is_main_admin: isMainAdmin }) => (
      <>
        <bdi>{name}</bdi> {isMainAdmin && <Badge tone="outline">Main admin</Badge>}
      </>
    ),
  },
  { key: 'email', head: 'Email', width: 280, render: ({ email }) => email },
  {
    key: 'created_at',
    head: 'Joined',
    isRight: true,
    isSortable: true,
    width: 116,
    render: ({ joined_at }) => <Age of={joined_at} />,
  },
];

const SORTS = {
  name: 'name',
  '-name': '-name',
  created_at: 'created_at',
  '-created_at': '-created_at',
} as const;

export function MembersTab({ isMainAdmin }: { isMainAdmin: boolean }) {
  const list = useListQuery({ sort: 'name', sorts: ['name', 'created_at'] });
  const { page, per_page: perPage } = list.query;
  const sort = SORTS[list.query.sort as keyof typeof SORTS];
  const { data, meta, error, refetch } = useCall(
    myAgencyContract.list,
    { query: { tab: 'members', page, per_page: perPage, sort } },
    { isShown: true },
  );
  const refusal = useOwnerRefusal(myAgencyContract.removeMember);
  const [asked, setAsked] = useState<Member>();
  const [isOpened, setOpened] = useState(false);
  const { run, isBusy } = useAction(myAgencyContract.removeMember, {
    refresh: ['myAgency'],
    success: 'The member was removed.',
    failure: 'Couldn’t remove the member.',
  });
  if (error && !data) return <Alert what="Couldn’t load the members." error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows label="Loading the members" />;
  const rows = data.filter((item) => item.type === 'member');
  const remove = (member: Member) => {
    setAsked(member);
    setOpened(true);
  };
  return (
    <>
      <DataTable
        label="Members"
        rows={rows}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        sort={list.query.sort}
        onSort={list.setSort}
        {...(isMainAdmin && { menu: (member: Member) => showMenu(member, refusal, () => remove(member)) })}
      />
      <Pager
        page={page}
        perPage={perPage}
        total={meta?.total ?? rows.length}
        onPage={list.setPage}
        onPerPage={list.setPerPage}
      />
      <ConfirmDialog
        isOpened={isOpened}
        message={`Remove ${asked?.name}? What they made stays with the agency.`}
        isDanger
        isBusy={isBusy}
        onYes={() => {
          if (asked) void run({ params: { user_id: asked.id } }).then(() => setOpened(false));
        }}
        onNo={() => setOpened(false)}
      />
    </>
  );
}

const showMenu = (member: Member, refusal: string | undefined, onRemove: () => void) => (
  <RowMenu label={`Actions for ${member.name}`}>
    <MenuAction
      label="Remove…"
      icon={<UserMinus size={16} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" />}
      isDanger
      disabledReason={refusal ?? (member.is_main_admin ? 'The main admin can’t be removed' : undefined)}
      onClick={onRemove}
    />
  </RowMenu>
);
