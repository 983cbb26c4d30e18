/** `/notifications`: everything that happened, newest first, with where it leads. */
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { tellError } from '#web/client/tell-error.ts';
import { notificationsContract } from '#contract/notifications.contract.ts';
import { useCall } from '#web/client/use-call.ts';
import { useLastPage, useListQuery } from '#web/client/use-list-query.ts';
import { useHasUnread, useMarkRead } from '#web/client/use-mark-read.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorBar } from '#web/ui/error-bar.tsx';
import { formatAmount } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';
import { NoticeRow } from '#web/ui/notice-row.tsx';
import { NoticeText } from '#web/ui/notice-text.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { OpenSubject } from '#web/ui/open-subject.tsx';
import classes from './notifications-page.module.css';

export function NotificationsPage() {
  const list = useListQuery({ sort: '' });
  const { page, per_page } = list.query;
  const { data, meta, error, loadedAt, refetch } = useCall(notificationsContract.list, {
    query: { page, per_page },
  });
  useLastPage(list, meta);
  const total = meta?.total ?? 0;
  const hasUnread = useHasUnread(data);
  return (
    <>
      <PageHead
        title="Notifications"
        facts={meta ? formatAmount(total, 'notification') : 'All that happened'}
        actions={hasUnread && total > 0 && <MarkAll />}
      />
      <div className={classes.list}>
        {error && (
          <ErrorBar
            reason={`The notifications could not be loaded. ${error.message}`}
            requestId={error.failure?.request_id}
            rowsFrom={data && loadedAt}
            onRetry={refetch}
          />
        )}
        {!data && !error && <SkeletonRows label="Loading the notifications" />}
        {data && total === 0 && (
          <EmptyState title="Nothing has happened yet">
            When a run is done or needs you, it is told here.
          </EmptyState>
        )}
        {data && data.length > 0 && (
          <Card label="Notifications">
            <ul>
              {data.map(({ id, notification, link, is_read, created_at }) => (
                <NoticeRow key={id} isUnread={!is_read} at={created_at} action={<OpenSubject link={link} />}>
                  <Link className={links.link} data-quiet to={`/notifications/${id}`}>
                    <NoticeText text={notification} />
                  </Link>
                </NoticeRow>
              ))}
            </ul>
          </Card>
        )}
        {total > 0 && (
          <Pager
            page={page}
            perPage={per_page}
            total={total}
            onPage={list.setPage}
            onPerPage={list.setPerPage}
          />
        )}
      </div>
    </>
  );
}

function MarkAll() {
  const [markRead, { isSending }] = useMarkRead();
  const mark = async () => {
    try {
      await markRead();
    } catch (error) {
      const detail = tellError(error);
      showToast({ kind: 'error', text: 'They could not be marked as read.', detail });
    }
  };
  return (
    <Button disabled={isSending} data-busy={isSending || undefined} onClick={mark}>
      {isSending ? 'Marking...' : 'Mark all read'}
    </Button>
  );
}
