/** Members of the agency; its main admin can remove them. */
import { UserMinus } from 'lucide-react';
import { useState } from 'react';
import { myAgencyContract } from '#contract/my-agency.contract.ts';
import { useOwnerRefusal } from '#web/kit/owner-only.tsx';
import { ListBody } from '#web/kit/list-body.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { useList } from '#web/kit/use-list.ts';
import { Age } from '#web/ui/age.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { MenuAction } from '#web/ui/menu-action.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { ListTotal } from './list-total.tsx';
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
    align: 'right',
    isSortable: true,
    width: 116,
    render: ({ joined_at }) => <Age of={joined_at} />,
  },
];

export function MembersTab({ isMainAdmin }: { isMainAdmin: boolean }) {
  const list = useList(myAgencyContract.list, {
    sort: 'name',
    sorts: ['name', 'created_at'],
    query: { tab: 'members' },
  });
  const refusal = useOwnerRefusal(myAgencyContract.removeMember);
  const [asked, setAsked] = useState<Member>();
  const [isOpened, setOpened] = useState(false);
  const { run, isBusy } = useAction(myAgencyContract.removeMember, {
    refresh: ['myAgency'],
    success: 'The member was removed.',
    failure: 'Couldn’t remove the member.',
  });
  const remove = (member: Member) => {
    setAsked(member);
    setOpened(true);
  };
  return (
    <>
      <ListBody
        list={list}
        noun="member"
        search="name or email"
        empty={{ title: 'No members yet', text: 'Members appear here when they join.' }}
        tool={<ListTotal list={list} noun="member" />}
      >
        {(rows) => (
          <DataTable
            label="Members"
            rows={rows.filter((item) => item.type === 'member')}
            columns={COLUMNS}
            rowKey={({ id }) => id}
            rowName={({ name }) => name}
            sort={list.query.sort}
            onSort={list.setSort}
            {...(isMainAdmin && {
              menu: (member: Member) => showMenu(member, refusal, () => remove(member)),
            })}
          />
        )}
      </ListBody>
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
      icon={<UserMinus size={16} />}
      isDanger
      disabledReason={refusal ?? (member.is_main_admin ? 'The main admin can’t be removed' : undefined)}
      onClick={onRemove}
    />
  </RowMenu>
);
