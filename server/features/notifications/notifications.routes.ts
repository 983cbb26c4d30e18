/** Binds the endpoints of notifications to their answers. */
import { notificationsContract } from '#contract/notifications.contract.ts';
import { answer, type Routes } from '#server/http/bind.ts';
import type { NotificationsService } from './notifications.service.ts';

export function notificationsRoutes(service: NotificationsService): Routes {
  return answer(notificationsContract, {
    list: service.list,
    read: service.read,
    stream: service.stream,
  });
}
