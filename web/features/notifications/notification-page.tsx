/** `/notifications/{id}`: one notification, found in the list by its number. */
import { Button, Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { type Notification, notificationsContract } from '#contract/notifications.contract.ts';
import { useCall } from '#web/client/use-call.ts';
import { useMarkRead } from '#web/client/use-mark-read.ts';
import { Age } from '#web/ui/age.tsx';
import { Card } from '#web/ui/card.tsx';
import { Alert } from '#web/kit/alert.tsx';
import { MissingSubject } from '#web/ui/missing-subject.tsx';
import { NoticeText } from '#web/ui/notice-text.tsx';
import { isOwnPage } from '#web/ui/own-page.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';

const PAGE = 100;

export function NotificationPage() {
  const { id } = useParams();
  const number = readId(id);
  return number === undefined ? <MissingSubject noun="notification" /> : <Found key={number} id={number} />;
}

function Found({ id }: { id: number }) {
  const [page, setPage] = useState(1);
  const { data, meta, error, isFetching, refetch } = useCall(notificationsContract.list, {
    query: { page, per_page: PAGE },
  });
  const isHere = meta?.page === page;
  const { found, isBeyond } = searchPage((isHere && data) || [], id);
  const isLast = isBeyond || page >= (meta?.last_page ?? 1);
  if (isHere && !found && !isLast && !isFetching) setPage(page + 1);
  if (found) return <One notification={found} />;
  if (error) {
    return (
      <>
        <PageHead title="Notification" />
        <Alert what="Couldn’t load the notification." error={error} onRetry={refetch} />
      </>
    );
  }
  if (isHere && isLast && !isFetching) return <MissingSubject noun="notification" />;
  return (
    <>
      <PageHead title="Notification" />
      <SkeletonRows rows={1} label="Loading the notification" />
    </>
  );
}

function One({ notification: one }: { notification: Notification }) {
  const [markRead] = useMarkRead();
  const { id, is_read: isRead } = one;
  useEffect(() => {
    // Opening it marks it as read; if that fails, the next visit tries again.
    if (!isRead) markRead([id]).catch(() => undefined);
  }, [id, isRead, markRead]);
  return (
    <>
      <PageHead title="Notification" facts={<Age of={one.created_at} />} />
      <Card label="Text">
        <Text fz="xl" lh="26px" style={{ whiteSpace: 'pre-line' }}>
          <NoticeText text={one.notification} />
        </Text>
        {one.is_gone && (
          <Text mt={8} c="var(--text2)">
            The page for this notification is no longer available. It may have been deleted, or you no longer
            have access to it.
          </Text>
        )}
        <Group gap={8} mt={16}>
          {isOwnPage(one.link) && (
            <Button component={Link} to={one.link} variant="filled">
              {getSubjectLabel(one.link)}
            </Button>
          )}
          <Button component={Link} to="/notifications">
            All notifications
          </Button>
        </Group>
      </Card>
    </>
  );
}

/** Parses the number in the URL; `1e3`, `01` and `-1` are invalid. */
export function readId(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}

/** The list is newest first, so numbers fall: stop reading after the requested one. */
export function searchPage(
  rows: readonly Notification[],
  id: number,
): { found?: Notification; isBeyond: boolean } {
  const found = rows.find((row) => row.id === id);
  const last = rows.at(-1);
  return { ...(found ? { found } : {}), isBeyond: last === undefined || last.id <= id };
}

const SUBJECTS: readonly [RegExp, string][] = [
  [/^\/projects\/\d/, 'View project'],
  [/^\/domains\/\d/, 'View domain'],
  [/^\/payment\b/, 'Open Payment'],
  [/^\/my-agency\b/, 'Open My Agency'],
  [/^\/integrations\b/, 'Open Integrations'],
  [/^\/settings\b/, 'Open Settings'],
  [/^\/dashboard\b/, 'Open Dashboard'],
  [/^\/reporting\b/, 'Open Reporting'],
];

/** Label of the button to the notification's page. */
const getSubjectLabel = (link: string): string => SUBJECTS.find(([path]) => path.test(link))?.[1] ?? 'Open';
