import { describe, expect, it } from 'vitest';
import type { Notification } from '#contract/notifications.contract.ts';
import { openLive } from '#server/db/live.ts';
import { addAgency, addUsers, addUser, type SignedInUser } from '#testkit/users.ts';
import { watchStatements } from '#testkit/statements.ts';
import { openTestDatabase } from '#testkit/test-database.ts';
import type { Caller } from '../../caller.ts';
import { createNotifications } from './notifications.service.ts';

const clock = () => new Date(Date.UTC(2026, 5, 1, 12));
const firstPage = { query: { page: 1, per_page: 25 } };

function toCaller(user: SignedInUser, signal = new AbortController().signal): Caller {
  const { userId, workspaceId, sessionId } = user;
  return {
    actor: { userId },
    scope: { workspaceIds: [workspaceId], readOnlyIds: [], homeId: workspaceId },
    sessionId,
    role: 'user',
    name: 'Ada Lovelace',
    ip: '192.0.2.1',
    agent: '',
    requestId: 'test',
    signal,
  };
}

async function openBench() {
  const database = await openTestDatabase();
  const { db } = database;
  const live = await openLive(database);
  const notifications = createNotifications(
    { db, live, clock, publicUrl: () => 'https://geoloom.example' },
    { outbox: { isOn: true, check: () => {}, send: async () => {} } },
  );
  return { db, notifications, ada: await addUser(db), bob: await addUser(db) };
}

it('drops notifications for a deleted user', async () => {
  const { db, notifications, ada, bob } = await openBench();
  await db.deleteFrom('users').where('id', '=', ada.userId).execute();
  expect(await notifications.notify(db, { userId: ada.userId, text: 'Your run is done' })).toBe(false);
  expect(await notifications.notify(db, { userId: bob.userId, text: 'Your run is done' })).toBe(true);
});

it('notifies all members of an agency in as many statements as one', async () => {
  const { db, notifications, ada, bob } = await openBench();
  const people = await addUsers(
    db,
    Array.from({ length: 300 }, () => ({})),
  );
  const count = async (userIds: readonly number[]) => {
    let statements = 0;
    const received = watchStatements(db, () => (statements += 1));
    await notifications.notify(
      received,
      ...userIds.map((userId) => ({ userId, text: 'The agency is active' })),
    );
    return statements;
  };
  const one = await count([ada.userId]);
  expect(await count([bob, ...people].map(({ userId }) => userId))).toBe(one);
  const lists = await Promise.all(people.map((user) => notifications.unreadCount(user.userId)));
  expect(new Set(lists)).toEqual(new Set([1]));
});

describe('the list of notifications', () => {
  it('shows those of the caller, newest first, in pages', async () => {
    const { db, notifications, ada, bob } = await openBench();
    for (let index = 1; index <= 30; index += 1) {
      await notifications.notify(db, {
        userId: ada.userId,
        text: `Run ${index} is done`,
        link: '/my-agency',
      });
    }
    await notifications.notify(db, { userId: bob.userId, text: 'Only for Bob' });
    const first = await notifications.list(firstPage, toCaller(ada));
    expect(first.meta).toEqual({ page: 1, per_page: 25, total: 30, last_page: 2 });
    expect(first.data[0]).toEqual({
      id: 30,
      notification: 'Run 30 is done',
      link: '/my-agency',
      is_gone: false,
      is_read: false,
      created_at: '2026-06-01T12:00:00.000Z',
    });
    const second = await notifications.list({ query: { page: 2, per_page: 25 } }, toCaller(ada));
    expect(second.data.map(({ id }) => id)).toEqual([5, 4, 3, 2, 1]);
    const bobs = await notifications.list(firstPage, toCaller(bob));
    expect(bobs.data.map(({ notification }) => notification)).toEqual(['Only for Bob']);
  });

  it.each([
    ['50%', ['50% done']],
    ['DONE', ['50% done', 'all done']],
    ['_', []],
    ["'; drop table notifications; --", []],
  ])('searches for %j literally', async (search, found) => {
    const { db, notifications, ada } = await openBench();
    for (const text of ['all done', '50% done']) await notifications.notify(db, { userId: ada.userId, text });
    const { data, meta } = await notifications.list({ query: { ...firstPage.query, search } }, toCaller(ada));
    expect(data.map(({ notification }) => notification)).toEqual(found);
    expect(meta.total).toBe(found.length);
  });
});

describe('reading', () => {
  it('marks the given ones, then all, and never those of other users (F2)', async () => {
    const { db, notifications, ada, bob } = await openBench();
    for (const { userId } of [ada, ada, ada, bob]) await notifications.notify(db, { userId, text: 'News' });
    const read = (ids?: number[]) =>
      notifications.read({ body: ids === undefined ? {} : { ids } }, toCaller(ada));
    expect(await read([1, 4, -1, 0, 2 ** 53 - 1])).toEqual({ unread_count: 2 });
    expect(await read([])).toEqual({ unread_count: 2 });
    expect(await notifications.unreadCount(bob.userId)).toBe(1);
    expect(await read()).toEqual({ unread_count: 0 });
    expect(await notifications.unreadCount(bob.userId)).toBe(1);
  });
});

describe('notifying', () => {
  it('reports an event once per user', async () => {
    const { db, notifications, ada, bob } = await openBench();
    for (const { userId } of [ada, ada, bob]) {
      await notifications.notify(db, { userId, text: 'Run 7 is done', eventKey: 'run:7' });
    }
    expect(await notifications.unreadCount(ada.userId)).toBe(1);
    expect(await notifications.unreadCount(bob.userId)).toBe(1);
  });

  it('adds nothing if the transaction fails', async () => {
    const { db, notifications, ada } = await openBench();
    const failing = db.transaction().execute(async (trx) => {
      await notifications.notify(trx, { userId: ada.userId, text: 'Too early' });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await notifications.unreadCount(ada.userId)).toBe(0);
  });
});

describe('the stream', () => {
  it('sends each later notification once, only to its user, until the client disconnects', async () => {
    const { db, notifications, ada, bob } = await openBench();
    await notifications.notify(db, { userId: ada.userId, text: 'Before' });
    const gone = new AbortController();
    const texts: string[] = [];
    const ends = (async () => {
      for await (const { event, data } of notifications.stream({}, toCaller(ada, gone.signal))) {
        expect(event).toBe('notification');
        texts.push((data as Notification).notification);
      }
    })();
    // The stream skips notifications that exist when it first reads them.
    const begin = async () => {
      await notifications.notify(db, { userId: ada.userId, text: 'Begun' });
      return texts;
    };
    await expect.poll(begin).toContain('Begun');
    await notifications.notify(db, { userId: ada.userId, text: 'First' });
    await notifications.notify(db, { userId: bob.userId, text: 'For Bob' });
    await db.transaction().execute(async (trx) => {
      await notifications.notify(trx, { userId: ada.userId, text: 'Second' });
      await notifications.notify(trx, { userId: ada.userId, text: 'Third' });
    });
    await expect.poll(() => texts.filter((text) => text !== 'Begun')).toEqual(['First', 'Second', 'Third']);
    gone.abort();
    await ends;
  });

  it('links to pages of an agency that the user joined after it began', async () => {
    const { db, notifications, ada } = await openBench();
    const gone = new AbortController();
    const links: (string | null)[] = [];
    const ends = (async () => {
      for await (const { data } of notifications.stream({}, toCaller(ada, gone.signal)))
        links.push((data as Notification).link);
    })();
    const begin = async () => {
      await notifications.notify(db, { userId: ada.userId, text: 'Begun', link: '/my-agency' });
      return links;
    };
    await expect.poll(begin).toContain('/my-agency');
    const workspaceId = await addAgency(db, [ada]);
    const now = clock();
    const domain = { name: 'a.example', project_type: 'WordPress', status: '1', created_at: now } as const;
    const { id } = await db
      .insertInto('domains')
      .values({ ...domain, workspace_id: workspaceId, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const text = 'The scan of your pages is complete.';
    await notifications.notify(db, { userId: ada.userId, text, link: `/domains/${id}` });
    await expect.poll(() => links.filter((link) => link !== '/my-agency')).toEqual([`/domains/${id}`]);
    gone.abort();
    await ends;
  });
});
