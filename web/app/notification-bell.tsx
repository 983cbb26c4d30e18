/** Bell with the number of unread notifications and the latest of them, updated live. */
import { ActionIcon, Group, Popover, Text, VisuallyHidden } from '@mantine/core';
import { Bell } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { notificationsContract } from '#contract/notifications.contract.ts';
import { useCall, useEventRefresh } from '#web/client/use-call.ts';
import { useEvents } from '#web/client/use-events.ts';
import { useMarkRead } from '#web/client/use-mark-read.ts';
import { useAppSelector } from '#web/client/use-store.ts';
import { Alert } from '#web/kit/alert.tsx';
import { formatAmount } from '#web/ui/format-figure.ts';
import { formatAge } from '#web/ui/format-timestamp.ts';
import { NoticeText } from '#web/ui/notice-text.tsx';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';
import links from '#web/ui/link.module.css';
import classes from './notification-bell.module.css';

const NEWEST = 6;
/** Shortest polling interval without the stream; after a failed response it polls at once. */
const POLL_MS = 10_000;

export function NotificationBell() {
  const [isOpened, setOpened] = useState(false);
  const unread = useAppSelector((state) => state.counter);
  const isUnknown = useAppSelector((state) => state.user.status === 'failed');
  const askedAt = useRef(0);
  const refresh = useEventRefresh();
  useEvents(
    notificationsContract.stream,
    {},
    {
      onEvent: () => refresh('user', 'notifications', 'projects'),
      onPoll: (isBack) => {
        if (!isBack && !isUnknown && Date.now() - askedAt.current < POLL_MS) return;
        askedAt.current = Date.now();
        refresh('user', 'notifications');
      },
    },
  );
  return (
    <Popover
      opened={isOpened}
      onChange={setOpened}
      position="bottom-end"
      offset={8}
      trapFocus
      width={344}
      shadow="none"
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="var(--text)"
          size={44}
          // The count overlaps the button's edge.
          style={{ overflow: 'visible' }}
          aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
          onClick={() => setOpened(!isOpened)}
        >
          <Bell size={20} />
          {unread > 0 && <span className={classes.count}>{unread > 99 ? '99+' : unread}</span>}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.list} aria-label="Notifications">
        <Newest unread={unread} onGo={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Newest({ unread, onGo }: { unread: number; onGo: () => void }) {
  const { data, error, isLoading, refetch } = useCall(notificationsContract.list, {
    query: { per_page: NEWEST },
  });
  const [markRead, { isSending }] = useMarkRead();
  return (
    <>
      <Group justify="space-between" align="baseline" gap={12} mb={4}>
        <Text component="h2" size="lg" fw={600}>
          Notifications
        </Text>
        {unread > 0 && (
          <button
            type="button"
            className={links.link}
            disabled={isSending}
            onClick={() => markRead().catch(refetch)}
          >
            Mark all as read
          </button>
        )}
      </Group>
      {error && <Alert what="Couldn’t load the notifications." error={error} onRetry={refetch} />}
      {isLoading && <SkeletonRows isBare rows={3} label="Loading notifications" />}
      {data?.length === 0 && (
        <Text py={12} c="var(--text2)">
          No notifications yet.
        </Text>
      )}
      <ul aria-label={formatAmount(data?.length ?? 0, 'notification')}>
        {data?.map(({ id, notification, is_read, created_at }) => (
          <li key={id} className={classes.item} data-unread={!is_read || undefined}>
            <Link to={`/notifications/${id}`} className={classes.link} onClick={onGo}>
              {!is_read && <VisuallyHidden>Unread</VisuallyHidden>}
              <NoticeText text={notification} />
            </Link>
            <Text component="span" size="small" c="var(--text3)">
              {formatAge(created_at, new Date())}
            </Text>
          </li>
        ))}
      </ul>
      <Link to="/notifications" className={classes.all} onClick={onGo}>
        All notifications
      </Link>
    </>
  );
}
