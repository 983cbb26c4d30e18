/** Notifies people of what happened, once for each event; their open pages show it at once. */
import type { HandlerInput, ReplyInput, StreamEvent } from '#contract/endpoint.ts';
import { MAX_INTEGER } from '#contract/limits.ts';
import type { Notification, notificationsContract } from '#contract/notifications.contract.ts';
import type { Live } from '#server/db/live.ts';
import type { Db, Trx } from '#server/db/open.ts';
import { findScope } from '#server/db/scope.ts';
import type { Caller } from '../../caller.ts';
import type { LetterSource, Outbox } from '../mail/mail.service.ts';
import {
  countUnread,
  deleteNotifications,
  findReachable,
  findReader,
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
type Reply<Verb extends keyof typeof notificationsContract> = ReplyInput<
  (typeof notificationsContract)[Verb]
>;

interface Needs {
  db: Db;
  live: Live;
  clock: () => Date;
  outbox: Outbox;
  publicUrl: () => string;
}

export interface News {
  userId: number | null;
  text: string;
  /** The main admin or owner of this workspace is notified if the user is not a member of it. */
  workspaceId?: number;
  /** Page of the application that it leads to. */
  link?: string;
  /** Of the same event there is one notification. */
  eventKey?: string;
}

export interface NotificationsService {
  list(input: Input<'list'>, caller: Caller): Promise<Reply<'list'>>;
  read(input: Input<'read'>, caller: Caller): Promise<Reply<'read'>>;
  stream(input: Input<'stream'>, caller: Caller): Reply<'stream'>;
  unreadCount(userId: number): Promise<number>;
  /** Within a transaction they arrive when that one commits. @returns false for an event that came before */
  notify(db: Db, ...news: News[]): Promise<boolean>;
  /** Like `notify`, and sends emails whose subject is the first line. */
  notifyByMail(trx: Trx, ...news: News[]): Promise<void>;
  letter: LetterSource;
  /** Removes what led to a page that is no more, for everybody. */
  forget(db: Db, link: string): Promise<void>;
}

/** Notifications that a stream looks back over each time that something came. */
const LOOK_BACK = 100;
/** A stream ends after this, and the page opens it again: so a session that is over cannot listen on. */
const STREAM_MS = 15 * 60_000;

export function createNotifications(needs: Needs): NotificationsService {
  const { db, live, clock, outbox, publicUrl } = needs;
  const insert = async (given: Db, all: readonly News[]) => {
    const rows: NewNotification[] = [];
    for (const { userId: wanted, workspaceId, text, link = null, eventKey = null } of all) {
      const userId =
        workspaceId === undefined ? wanted : await findReader(given, { userId: wanted, workspaceId });
      if (userId !== null) rows.push({ user_id: userId, notification: text, link, event_key: eventKey });
    }
    const inserted = await insertNotifications(given, rows, clock());
    const topics = new Set(inserted.map((row) => toTopic(row.user_id)));
    if (topics.size > 0) await live.publish(given, ...topics);
    return inserted;
  };
  return {
    async list({ query }, caller) {
      const { rows, meta } = await listNotifications(db, caller.actor.userId, query);
      return { data: await describeAll(db, rows, caller), meta };
    },
    async read({ body: { ids } }, { actor: { userId, impersonatorId } }) {
      // What no row can have as its identity cannot be asked of the database.
      const possible = ids?.filter((id) => id >= 1 && id <= MAX_INTEGER);
      const change = { userId, now: clock(), ...(possible === undefined ? {} : { ids: possible }) };
      // The user has not read what a superadmin opens while signed in as them.
      if (impersonatorId === undefined) await updateRead(db, change);
      return { unread_count: await countUnread(db, userId) };
    },
    stream: (_input, caller) => {
      const signal = AbortSignal.any([caller.signal, AbortSignal.timeout(STREAM_MS)]);
      return streamNews(db, caller, live.watch(toTopic(caller.actor.userId), signal));
    },
    unreadCount: (userId) => countUnread(db, userId),
    notify: async (given, ...news) => (await insert(given, news)).length > 0,
    async notifyByMail(trx, ...news) {
      const inserted = await insert(trx, news);
      await outbox.send(
        trx,
        ...inserted.map(({ id }) => ({ kind: 'notification', id: String(id) }) as const),
      );
    },
    async letter(id) {
      const row = await findMailedNotification(db, Number(id));
      if (row === undefined) return undefined;
      const { notification: text, email: to, first_name: name, user_id: userId, role } = row;
      // The object may be out of reach by now.
      const scope = await findScope(db, userId);
      const [shown] = scope === undefined ? [] : await describeAll(db, [row], { scope, role });
      const action = {
        text: 'View in Geoloom',
        url: `${publicUrl()}${shown?.link ?? `/notifications/${id}`}`,
      };
      const paragraphs = text.split('\n');
      return { to, subject: paragraphs[0]?.replace(/\.$/, '') ?? text, name, paragraphs, action };
    },
    forget: (given, link) => deleteNotifications(given, link),
  };
}

function toTopic(userId: number): string {
  return `user:${userId}`;
}

/**
 * Sends what was not there when the stream began. Transactions do not always end in the order of their
 * ids, so what was sent is remembered by id and not by the highest one.
 */
async function* streamNews(
  db: Db,
  { actor: { userId }, role }: Caller,
  wakes: AsyncIterable<void>,
): AsyncGenerator<StreamEvent> {
  let known: Set<number> | undefined;
  let oldest = 0;
  for await (const _ of wakes) {
    const rows = await listNewestNotifications(db, userId, LOOK_BACK);
    if (known === undefined) {
      known = new Set(rows.map(({ id }) => id));
      oldest = rows.length < LOOK_BACK ? 0 : (rows.at(-1)?.id ?? 0);
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
