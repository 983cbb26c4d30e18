/** Marks some or all notifications as read; the count in the header follows. */
import { useCallback } from 'react';
import { notificationsContract } from '#contract/notifications.contract.ts';
import { useSend } from './use-call.ts';
import { useAppDispatch, useAppSelector } from './use-store.ts';
import { updateUserData } from './user-slice.ts';

/** Also marks those that no screen shows. @param shown rows of the screen */
export function useHasUnread(shown: readonly { is_read: boolean }[] = []): boolean {
  const unread = useAppSelector((state) => state.counter);
  return unread > 0 || shown.some(({ is_read: isRead }) => !isRead);
}

export function useMarkRead(): [(ids?: number[]) => Promise<void>, { isSending: boolean }] {
  const [send, state] = useSend(notificationsContract.read, { refresh: ['notifications'] });
  const dispatch = useAppDispatch();
  const markRead = useCallback(
    async (ids?: number[]) => {
      const { data } = await send({ body: ids === undefined ? {} : { ids } });
      dispatch(updateUserData(data));
    },
    [send, dispatch],
  );
  return [markRead, state];
}
