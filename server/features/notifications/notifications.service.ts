/** Notifies users of events, once per event. Open pages show a notification immediately. */
import type { HandlerInput, StreamEvent } from '#contract/endpoint.ts';
import { MAX_INTEGER } from '#contract/limits.ts';
import type { Notification, notificationsContract } from '#contract/notifications.contract.ts';
import type { Db, Trx } from '#server/db/open.ts';
import { findScope } from '#server/db/scope.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import type { Email, Outbox } from '../mail/mail.service.ts';
import {
  countUnread,
  deleteNotifications,
  findReachable,
  findRecipient,
  findMailedNotification,
  insertNotifications,
  listNewestNotifications,
  listNotifications,
  type NewNotification,
  updateRead,
} from './notifications.store.ts';

type Input<Verb extends keyof typeof notificationsContract> = HandlerInput<
  (typeof notificationsContract)[Verb]
>;

export interface NotificationInput {
  userId: number | null;
  text: string;
  /** The main admin or owner of this workspace is notified if the user is not a member of it. */
  workspaceId?: number;
  /** Page of the application that the notification links to. */
  link?: string;
  /** Deduplicates: a user gets one notification per key. */
  eventKey?: string;
}

/** Newest notifications that a stream reads after each wake-up. */
const MAX_NEWEST = 100;
/** A stream ends after this time and the page reconnects, so an ended session can't keep listening. */
const STREAM_MS = 15 * 60_000;

export type NotificationsService = ReturnType<typeof createNotifications>;

export function createNotifications(
  { db, live, clock, publicUrl }: Pick<Context, 'db' | 'live' | 'clock' | 'publicUrl'>,
  { outbox }: { outbox: Outbox },
) {
  const insert = async (given: Db, inputs: readonly NotificationInput[]) => {
    const rows: NewNotification[] = [];
    for (const { userId: wanted, workspaceId, text, link = null, eventKey = null } of inputs) {
      const userId =
        workspaceId === undefined ? wanted : await findRecipient(given, { userId: wanted, workspaceId });
      if (userId !== null) rows.push({ user_id: userId, notification: text, link, event_key: eventKey });
    }
    const inserted = await insertNotifications(given, rows, clock());
    const topics = new Set(inserted.map((row) => toTopic(row.user_id)));
    if (topics.size > 0) await live.publish(given, ...topics);
    return inserted;
  };
  return {
    async list({ query }: Input<'list'>, caller: Caller) {
      const { rows, meta } = await listNotifications(db, caller.actor.userId, query);
      return { data: await describeAll(db, rows, caller), meta };
    },
    async read({ body: { ids } }: Input<'read'>, { actor: { userId, impersonatorId } }: Caller) {
      // Larger numbers are out of range for the database's integer.
      const possible = ids?.filter((id) => id >= 1 && id <= MAX_INTEGER);
      const change = { userId, now: clock(), ...(possible === undefined ? {} : { ids: possible }) };
      // The user has not read what a superadmin opens while signed in as them.
      if (impersonatorId === undefined) await updateRead(db, change);
      return { unread_count: await countUnread(db, userId) };
    },
    stream(_input: Input<'stream'>, caller: Caller) {
      const signal = AbortSignal.any([caller.signal, AbortSignal.timeout(STREAM_MS)]);
      return streamNotifications(db, caller, live.watch(toTopic(caller.actor.userId), signal));
    },
    unreadCount: (userId: number) => countUnread(db, userId),
    /** Within a transaction, notifications arrive after its commit. @returns false if the event was already reported */
    notify: async (given: Db, ...inputs: NotificationInput[]) => (await insert(given, inputs)).length > 0,
    /** Like `notify`, and sends emails whose subject is the first line. */
    async notifyByMail(trx: Trx, ...inputs: NotificationInput[]): Promise<void> {
      const inserted = await insert(trx, inputs);
      await outbox.send(
        trx,
        ...inserted.map(({ id }) => ({ kind: 'notification', id: String(id) }) as const),
      );
    },
    async emailTemplate(id: string): Promise<Email | undefined> {
      const row = await findMailedNotification(db, Number(id));
      if (row === undefined) return undefined;
      const { notification: text, email: to, first_name: name, user_id: userId, role } = row;
      // The recipient may have lost access since.
      const scope = await findScope(db, userId);
      const [shown] = scope === undefined ? [] : await describeAll(db, [row], { scope, role });
      const action = {
        text: 'View in Geoloom',
        url: `${publicUrl()}${shown?.link ?? `/notifications/${id}`}`,
      };
      const paragraphs = text.split('\n');
      return { to, subject: paragraphs[0]?.replace(/\.$/, '') ?? text, name, paragraphs, action };
    },
    /** Deletes the notifications of all users that link to a deleted page. */
    forget: deleteNotifications,
  };
}

function toTopic(userId: number): string {
  return `user:${userId}`;
}

/**
 * Sends notifications that are added after the stream began. Transactions may commit out of the order of their ids, so
 * all sent ids are remembered, not only the highest one.
 */
async function* streamNotifications(
  db: Db,
  { actor: { userId }, role }: Caller,
  wakes: AsyncIterable<void>,
): AsyncGenerator<StreamEvent> {
  let known: Set<number> | undefined;
  let oldest = 0;
  for await (const _ of wakes) {
    const rows = await listNewestNotifications(db, userId, MAX_NEWEST);
    if (known === undefined) {
      known = new Set(rows.map(({ id }) => id));
      oldest = rows.length < MAX_NEWEST ? 0 : (rows.at(-1)?.id ?? 0);
      continue;
    }
    const added = rows.filter(({ id }) => known?.has(id) === false && id >= oldest).toReversed();
    // The caller may have joined or left an agency since the stream began.
    const scope = added.length > 0 ? await findScope(db, userId) : undefined;
    if (scope === undefined) continue;
    for (const data of await describeAll(db, added, { scope, role })) {
      known.add(data.id);
      yield { event: 'notification', data };
    }
  }
}

type Row = Awaited<ReturnType<typeof listNewestNotifications>>[number];

/** Omits links to pages that the caller can't open: the object may be deleted, or belong to a former agency. */
async function describeAll(
  db: Db,
  rows: readonly Row[],
  { scope, role }: Pick<Caller, 'scope' | 'role'>,
): Promise<Notification[]> {
  const subjects = new Map(rows.map(({ id, link }) => [id, readSubject(link)]));
  const pick = (wanted: Subject['kind']) =>
    [...subjects.values()].flatMap((each) => (each?.kind === wanted ? [each.id] : []));
  const found = await findReachable(db, scope, { projects: pick('projects'), domains: pick('domains') });
  return rows.map((row) => {
    const subject = subjects.get(row.id);
    const isGone =
      (subject !== undefined && !found.some(({ kind, id }) => kind === subject.kind && id === subject.id)) ||
      (role === 'user' && row.link?.startsWith('/stripe/') === true);
    return {
      id: row.id,
      notification: row.notification,
      link: isGone ? null : row.link,
      is_gone: isGone,
      is_read: row.read_at !== null,
      created_at: row.created_at.toISOString(),
    };
  });
}

interface Subject {
  kind: 'projects' | 'domains';
  id: number;
}

function readSubject(link: string | null): Subject | undefined {
  const [, kind, id] = /^\/(projects|domains)\/(\d{1,9})(?![\w-])/.exec(link ?? '') ?? [];
  return kind === 'projects' || kind === 'domains' ? { kind, id: Number(id) } : undefined;
}
