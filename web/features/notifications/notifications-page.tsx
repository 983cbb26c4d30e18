/** `/notifications`: all notifications, newest first, with their links. */
import { Link } from 'react-router';
import { notificationsContract } from '#contract/notifications.contract.ts';
import { useHasUnread } from '#web/client/use-mark-read.ts';
import { useAppDispatch } from '#web/client/use-store.ts';
import { updateUserData } from '#web/client/user-slice.ts';
import { ActionButton } from '#web/kit/action-button.tsx';
import { ListPage } from '#web/kit/list-page.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { useList } from '#web/kit/use-list.ts';
import { Card } from '#web/ui/card.tsx';
import links from '#web/ui/link.module.css';
import { NoticeRow } from '#web/ui/notice-row.tsx';
import { NoticeText } from '#web/ui/notice-text.tsx';
import { OpenSubject } from '#web/ui/open-subject.tsx';

export function NotificationsPage() {
  const list = useList(notificationsContract.list);
  const hasUnread = useHasUnread(list.rows);
  return (
    <ListPage
      list={list}
      title="Notifications"
      noun="notification"
      empty={{
        title: 'No notifications yet',
        text: 'When a run is done or needs your attention, you’ll see it here.',
      }}
      action={hasUnread && <MarkAllRead />}
    >
      {(rows) => (
        <Card label="Notifications">
          <ul>
            {rows.map(({ id, notification, link, is_gone, is_read, created_at }) => (
              <NoticeRow
                key={id}
                isUnread={!is_read}
                at={created_at}
                action={<OpenSubject link={link} isGone={is_gone} />}
              >
                <Link className={links.link} data-quiet to={`/notifications/${id}`}>
                  <NoticeText text={notification} />
                </Link>
              </NoticeRow>
            ))}
          </ul>
        </Card>
      )}
    </ListPage>
  );
}

function MarkAllRead() {
  const dispatch = useAppDispatch();
  const { run, isBusy } = useAction(notificationsContract.read, {
    refresh: ['notifications'],
    failure: 'Couldn’t mark the notifications as read.',
    after: ({ data }) => dispatch(updateUserData(data)),
  });
  return (
    <ActionButton action={{ run: () => run({ body: {} }), isBusy }} busy="Marking...">
      Mark all as read
    </ActionButton>
  );
}
