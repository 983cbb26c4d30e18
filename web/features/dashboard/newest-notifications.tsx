/** Latest notifications with their links. */
import { Box } from '@mantine/core';
import { Link } from 'react-router';
import { notificationsContract } from '#contract/notifications.contract.ts';
import { LoadState } from '#web/kit/load-state.tsx';
import { useCall } from '#web/client/use-call.ts';
import { useHasUnread, useMarkRead } from '#web/client/use-mark-read.ts';
import { Card } from '#web/ui/card.tsx';
import links from '#web/ui/link.module.css';
import { NoticeRow } from '#web/ui/notice-row.tsx';
import { NoticeText } from '#web/ui/notice-text.tsx';
import { OpenSubject } from '#web/ui/open-subject.tsx';

const SHOWN = 4;

export function NewestNotifications() {
  const { data, error, refetch } = useCall(notificationsContract.list, { query: { per_page: SHOWN } });
  const [markRead, { isSending }] = useMarkRead();
  const hasUnread = useHasUnread(data);
  const markAll = hasUnread && (
    <button
      type="button"
      className={links.link}
      disabled={isSending}
      onClick={() => markRead().catch(refetch)}
    >
      Mark all as read
    </button>
  );
  return (
    <Card title="Notifications" aside={markAll}>
      <LoadState call={{ data, error, refetch }} what="the notifications" isBare rows={3} />
      {data?.length === 0 && (
        <Box component="p" py={8} c="var(--text2)">
          No notifications yet.
        </Box>
      )}
      <ul>
        {data?.map(({ id, notification, link, is_gone, is_read, created_at }) => (
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
      {data && data.length > 0 && (
        <Link
          className={links.link}
          style={{ display: 'inline-block', marginTop: '8px', fontSize: '13px' }}
          to="/notifications"
        >
          All notifications
        </Link>
      )}
    </Card>
  );
}
