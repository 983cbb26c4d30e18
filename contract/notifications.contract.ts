/** Notifications of the caller. */
import { z } from 'zod';
import { defineContract } from './endpoint.ts';
import { timestamp, pageQuery, search } from './fields.ts';

export const notification = z
  .object({
    id: z.int(),
    notification: z.string().describe('The text'),
    link: z.string().nullable().describe('Page of the application that it leads to'),
    is_gone: z.boolean().describe('The linked page was deleted or is out of reach; the link is null'),
    is_read: z.boolean(),
    created_at: timestamp,
  })
  .meta({ id: 'Notification' });

export type Notification = z.output<typeof notification>;

export const notificationsContract = defineContract({
  list: {
    id: 'notifications.list',
    method: 'GET',
    path: '/api/v1/notifications',
    access: 'user',
    rows: 'self',
    summary: 'Lists the caller’s notifications, newest first.',
    query: z.object({ ...pageQuery, search }),
    reply: z.array(notification),
    replyType: 'list',
  },
  read: {
    id: 'notifications.read',
    method: 'POST',
    audit: { none: 'Changes only which notifications the reader has seen', changesNothing: true },
    path: '/api/v1/notifications/read',
    access: 'user',
    rows: 'self',
    summary:
      'Marks the named notifications as read, or all of them; has no effect while a superadmin is signed in as the user.',
    body: z.object({ ids: z.array(z.int()).max(1000).optional() }),
    reply: z.object({ unread_count: z.int() }),
  },
  stream: {
    id: 'notifications.stream',
    method: 'GET',
    path: '/api/v1/notifications/stream',
    access: 'user',
    rows: 'self',
    summary: 'Streams new notifications (text/event-stream).',
    reply: notification,
    replyType: 'events',
  },
});
