/** Invitations of the agency: send to one or many addresses, resend, revoke. Only for its main admin. */
import { Group, Stack, Textarea } from '@mantine/core';
import { Send, Trash2 } from 'lucide-react';
import { z } from 'zod';
import { myAgencyContract } from '#contract/my-agency.contract.ts';
import { ApiError } from '#web/client/call.ts';
import { useSend } from '#web/client/use-call.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { FormSummary } from '#web/kit/form-summary.tsx';
import { OwnerOnly, useOwnerRefusal } from '#web/kit/owner-only.tsx';
import { ListBody } from '#web/kit/list-body.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { offerAction } from '#web/kit/rows-action.rules.ts';
import { useRowsAction } from '#web/kit/rows-action.tsx';
import { SubmitButton } from '#web/kit/submit-button.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { useList } from '#web/kit/use-list.ts';
import { Age } from '#web/ui/age.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { BulkBar } from '#web/ui/bulk-bar.tsx';
import { Card } from '#web/ui/card.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { formatAmount } from '#web/ui/format-figure.ts';
import { MenuAction } from '#web/ui/menu-action.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { ListTotal } from './list-total.tsx';
import { INVITATION_LABELS, type Invitation, splitAddresses } from './my-agency.rules.ts';

const COLUMNS: readonly Column<Invitation>[] = [
  { key: 'name', head: 'Email', isSortable: true, render: ({ email }) => email },
  {
    key: 'state',
    head: 'Status',
    width: 130,
    render: ({ state }) => (
      <Badge tone={state === 'accepted' ? 'sea' : 'outline'}>{INVITATION_LABELS[state]}</Badge>
    ),
  },
  { key: 'invited_by', head: 'Invited by', width: 180, render: ({ invited_by: inviter }) => inviter },
  {
    key: 'created_at',
    head: 'Sent',
    align: 'right',
    isSortable: true,
    width: 116,
    render: ({ created_at }) => <Age of={created_at} />,
  },
];

interface Props {
  /** Reason why the agency can’t invite people. */
  noInvitations: string | undefined;
}

export function InvitationsTab({ noInvitations }: Props) {
  const list = useList(myAgencyContract.list, {
    sort: '-created_at',
    sorts: ['name', 'created_at'],
    query: { tab: 'invitations' },
  });
  const resend = useAction(myAgencyContract.resend, {
    refresh: ['myAgency'],
    success: 'The invitation was sent again.',
    failure: 'Couldn’t send the invitation.',
  });
  const revocation = useRowsAction<Invitation, typeof myAgencyContract.revoke>(myAgencyContract.revoke, {
    noun: 'invitation',
    verb: 'Revoke',
    done: 'revoked',
    note: 'The link in the email stops working.',
    getName: ({ email }) => email,
    toInput: ({ id }) => ({ params: { id } }),
    refresh: ['myAgency'],
    isDanger: true,
    select: list.select,
  });
  const refusal = useOwnerRefusal(myAgencyContract.revoke);
  const selected = list.selected.filter((item) => item.type === 'invitation');
  return (
    <Stack gap={16}>
      {noInvitations === undefined && <InviteForm />}
      {(list.total !== 0 || list.isFiltered) && (
        <ListBody
          list={list}
          noun="invitation"
          search="email"
          empty={{ title: 'No invitations yet', text: 'Invitations appear here when you send them.' }}
          tool={<ListTotal list={list} noun="invitation" />}
          isSelecting={selected.length > 0}
        >
          {(rows) => (
            <DataTable
              label="Invitations"
              rows={rows.filter((item) => item.type === 'invitation')}
              columns={COLUMNS}
              rowKey={({ id }) => id}
              rowName={({ email }) => email}
              sort={list.query.sort}
              onSort={list.setSort}
              {...(refusal === undefined && { chosen: selected, onChoose: list.select })}
              menu={(invitation) =>
                showMenu(
                  invitation,
                  { refusal, noInvitations },
                  {
                    resend: () => void resend.run({ params: { id: invitation.id } }),
                    revoke: () => revocation.ask([invitation]),
                  },
                )
              }
            />
          )}
        </ListBody>
      )}
      <BulkBar
        count={selected.length}
        onClear={() => list.select([])}
        actions={offerAction(selected, {
          name: 'Revoke…',
          icon: <Trash2 size={18} />,
          isDanger: true,
          fits: ({ state }) => state === 'pending',
          ask: revocation.ask,
        })}
      />
      {revocation.dialog}
    </Stack>
  );
}

const CLOSED = 'Already accepted or revoked';

interface InvitationActions {
  resend: () => void;
  revoke: () => void;
}

interface Refusals extends Props {
  refusal: string | undefined;
}

const showMenu = (
  { email, state }: Invitation,
  { refusal, noInvitations }: Refusals,
  act: InvitationActions,
) => (
  <RowMenu label={`Actions for ${email}`}>
    <MenuAction
      label="Send again"
      icon={<Send size={16} />}
      disabledReason={refusal ?? (state === 'pending' || state === 'expired' ? noInvitations : CLOSED)}
      onClick={act.resend}
    />
    <MenuAction
      label="Revoke…"
      icon={<Trash2 size={16} />}
      isDanger
      disabledReason={
        refusal ?? (state === 'pending' ? undefined : state === 'expired' ? 'Already expired' : CLOSED)
      }
      onClick={act.revoke}
    />
  </RowMenu>
);

/** Rules of the endpoint, for a field with one or many addresses. */
const ADDRESSES = z.object({
  emails: z.string().superRefine((text, context) => {
    const result = myAgencyContract.invite.body.safeParse({ emails: splitAddresses(text) });
    for (const { path, message } of result.error?.issues ?? []) {
      const address = splitAddresses(text)[Number(path[1])];
      context.addIssue({
        code: 'custom',
        message: address === undefined ? message : `${address}: ${message}`,
      });
    }
  }),
});

/** Merges the server's errors of single addresses into one error of the field. */
function toFieldError({ failure, status, cause }: ApiError, emails: readonly string[]): ApiError {
  const texts = Object.entries(failure?.errors ?? {}).map(([name, [text]]) => {
    const address = emails[Number(name.split('.')[1])];
    return address === undefined ? text : `${address}: ${text}`;
  });
  const errors = texts.length > 0 && { errors: { emails: [texts.join('. ')] } };
  return new ApiError(status, failure && { ...failure, ...errors }, { cause });
}

function InviteForm() {
  const [invite] = useSend(myAgencyContract.invite, { refresh: ['myAgency'] });
  const form = useForm({
    schema: ADDRESSES,
    initial: { emails: '' },
    send: async (values) => {
      const emails = splitAddresses(values.emails);
      const { data } = await invite({ body: { emails } }).catch((error: unknown) => {
        throw error instanceof ApiError ? toFieldError(error, emails) : error;
      });
      showToast({ kind: 'success', text: `Sent ${formatAmount(data.length, 'invitation')}.` });
    },
  });
  return (
    <SubmitForm onSubmit={() => form.submit().then((isDone) => isDone && form.clear())}>
      <Card title="Invite people">
        <OwnerOnly endpoint={myAgencyContract.invite}>
          <Stack gap={16}>
            <FormSummary form={form} />
            <Textarea
              label="Email"
              description="One address or up to 20, separated by commas, spaces or lines."
              rows={3}
              autoComplete="off"
              spellCheck={false}
              {...form.field('emails')}
            />
            <Group>
              <SubmitButton variant="filled" isSending={form.isSending} busy="Sending...">
                Send invitations
              </SubmitButton>
            </Group>
          </Stack>
        </OwnerOnly>
      </Card>
    </SubmitForm>
  );
}
