/**
 * Steps of a walk about agencies and users: invite, join, leave, lead, delete, restore, disable, impersonate.
 */
import type { Random } from '#testkit/random.ts';
import type { User, Workspace } from './model-fixture.ts';
import { fits, listPaid } from './invariants-fixture.ts';
import type { Method, Step, Walk } from './walk-fixture.ts';

const WEEK_MS = 7 * 86_400_000;

/** @returns undefined for an empty list */
export function pick<T>(random: Random, list: readonly T[]): T | undefined {
  return list.length === 0 ? undefined : random.pick(list);
}

/**
 * Mostly picks a preferred item, for which the step succeeds, and sometimes any, for which it may be
 * rejected.
 */
export function pickMostly<T>(random: Random, all: readonly T[], isPreferred: (each: T) => boolean) {
  const preferred = all.filter(isPreferred);
  const isUsual = random.below(preferred.length > 0 ? 6 : 30) > 0;
  return pick(random, isUsual ? preferred : all);
}

/** Users with the role `user` who can sign in. */
export const ordinary = (walk: Walk) => walk.model.callers.filter(({ role }) => role === 'user');

export const createAgency: Step = {
  name: 'create an agency',
  weight: 3,
  async run(walk, random) {
    const { model } = walk;
    const leader = pickMostly(random, ordinary(walk), (each) => model.findAgency(each) === undefined);
    if (leader === undefined || model.agencies.length >= 4) return false;
    const label = `A${model.agencies.length}`;
    const body = { name: label, main_admin_id: leader.signed.userId };
    const reply = await walk.call(walk.admin, 'POST', 'agencies', body);
    if (model.findAgency(leader) !== undefined) return walk.expect(reply, 'invalid') || true;
    walk.expect(reply);
    model.agencies.push({
      label,
      id: reply.json<{ data: { id: number } }>().data.id,
      kind: 'agency',
      status: 'active',
      deletedAt: undefined,
      leader,
      members: new Set([leader]),
      invitations: [],
      pageUses: [],
      keptFrom: undefined,
      isGone: false,
    });
    return true;
  },
};

const invite: Step = {
  name: 'invite',
  weight: 16,
  async run(walk, random) {
    const { model } = walk;
    const by = pickMostly(
      random,
      ordinary(walk),
      (each) => model.findAgency(each)?.leader === each && model.findAgency(each)?.status === 'active',
    );
    const others = model.people.filter((each) => each.role === 'user' && each !== by);
    const invited = pickMostly(random, others, (each) => model.findAgency(each) === undefined);
    if (by === undefined || invited === undefined) return false;
    const agency = model.findAgency(by);
    const reply = await walk.call(by, 'POST', 'my-agency/invite', { email: invited.email });
    if (agency === undefined) return walk.expect(reply, 'not_found') || true;
    if (agency.leader !== by) return walk.expect(reply, 'forbidden') || true;
    if (agency.status !== 'active') return walk.expect(reply, 'agency_not_active') || true;
    if (agency.members.has(invited)) return walk.expect(reply, 'invalid') || true;
    if (!fits(walk, agency, 'members', 1)) return walk.expect(reply, 'plan_limit') || true;
    walk.expect(reply);
    const [row] = reply.json<{ data: { id: number; expires_at: string }[] }>().data;
    if (row === undefined) return false;
    const expiresAt = new Date(row.expires_at);
    const known = agency.invitations.find(
      ({ email, state }) => email === invited.email && state === 'pending',
    );
    if (known) Object.assign(known, { expiresAt });
    else agency.invitations.push({ id: row.id, email: invited.email, state: 'pending', expiresAt });
    walk.check(
      'responds as the model expects',
      Math.abs(expiresAt.getTime() - walk.now.getTime() - WEEK_MS) < 60_000,
      () => `an invitation expires at ${expiresAt.toISOString()}`,
    );
    return true;
  },
};

/** Joins by invitation, with or without the user's own objects. */
const join: Step = {
  name: 'join',
  weight: 25,
  async run(walk, random) {
    const { model } = walk;
    const isInvited = (user: User) => (agency: Workspace) =>
      agency.status === 'active' && model.findInvitation(user, agency, walk.now) !== undefined;
    const mayJoin = (user: User) =>
      model.findAgency(user) === undefined && model.agencies.some(isInvited(user));
    const user = pickMostly(random, ordinary(walk), mayJoin);
    const agency = user && pickMostly(random, model.agencies, isInvited(user));
    if (user === undefined || agency === undefined) return false;
    const bring = random.below(2) === 0;
    const body = { agency_id: agency.id, bring };
    const reply = await walk.call(user, 'POST', 'my-agency/accept-invite', body);
    const invitation = model.findInvitation(user, agency, walk.now);
    if (agency.isGone || agency.status === 'deleted' || invitation === undefined)
      return walk.expect(reply, 'not_found') || true;
    if (agency.status !== 'active') return walk.expect(reply, 'agency_not_active') || true;
    if (model.findAgency(user) !== undefined) return walk.expect(reply, 'has_agency') || true;
    if (!fits(walk, agency, 'members', 1)) return walk.expect(reply, 'plan_limit') || true;
    if (bring && model.isAtWork(user.personal)) return walk.expect(reply, 'run_in_progress') || true;
    if (bring && !doesBringFit(walk, user, agency)) return walk.expect(reply, 'plan_limit') || true;
    walk.expect(reply);
    invitation.state = 'accepted';
    agency.members.add(user);
    if (bring) model.move(user.personal, agency);
    return true;
  },
};

function doesBringFit(walk: Walk, { personal }: User, agency: Workspace): boolean {
  const { model } = walk;
  const isIn = (workspace: Workspace) => (each: { workspace: Workspace; isDeleted: boolean }) =>
    !each.isDeleted && each.workspace === workspace;
  const names = new Set(model.domains.filter(isIn(agency)).map(({ name }) => name));
  const domains = model.domains.filter(
    (each) => isIn(personal)(each) && each.isActive && !names.has(each.name),
  );
  const projects = model.projects.filter(isIn(personal));
  const pages = model.usageOf(personal, walk.now).pages_month;
  return (
    fits(walk, agency, 'domains', domains.length) &&
    fits(walk, agency, 'projects', projects.length) &&
    fits(walk, agency, 'pages_month', pages)
  );
}

const leave: Step = {
  name: 'leave',
  weight: 4,
  async run(walk, random) {
    const { model } = walk;
    const isMember = (each: User) => ![undefined, each].includes(model.findAgency(each)?.leader);
    const user = pickMostly(random, ordinary(walk), isMember);
    if (user === undefined) return false;
    const agency = model.findAgency(user);
    const reply = await walk.call(user, 'POST', 'my-agency/leave');
    if (agency === undefined) return walk.expect(reply, 'no_agency') || true;
    if (agency.leader === user) return walk.expect(reply, 'main_admin') || true;
    walk.expect(reply);
    agency.members.delete(user);
    return true;
  },
};

const removeMember: Step = {
  name: 'remove a member',
  weight: 4,
  async run(walk, random) {
    const { model } = walk;
    const by = pickMostly(random, ordinary(walk), (each) => model.findAgency(each)?.leader === each);
    if (by === undefined) return false;
    const agency = model.findAgency(by);
    const others = model.people.filter((each) => each !== by);
    const user = pickMostly(random, others, (each) => agency?.members.has(each) === true);
    if (user === undefined) return false;
    const reply = await walk.call(by, 'DELETE', `my-agency/members/${user.signed.userId}`);
    if (agency === undefined) return walk.expect(reply, 'not_found') || true;
    if (agency.leader !== by) return walk.expect(reply, 'forbidden') || true;
    if (!agency.members.has(user)) return walk.expect(reply, 'not_found') || true;
    walk.expect(reply);
    agency.members.delete(user);
    return true;
  },
};

/** Only the main admin can revoke; a revoked invitation is no longer valid. */
const revoke: Step = {
  name: 'revoke an invitation',
  weight: 2,
  async run(walk, random) {
    const { model } = walk;
    const agency = pick(random, model.agencies);
    const invitation = agency && pick(random, agency.invitations);
    const by = agency && pickMostly(random, ordinary(walk), (each) => each === agency.leader);
    if (agency === undefined || invitation === undefined || by === undefined) return false;
    const reply = await walk.call(by, 'DELETE', `my-agency/invitations/${invitation.id}`);
    const own = model.findAgency(by);
    if (own === undefined) return walk.expect(reply, 'not_found') || true;
    if (own.leader !== by) return walk.expect(reply, 'forbidden') || true;
    if (own !== agency || invitation.state !== 'pending') return walk.expect(reply, 'not_found') || true;
    walk.expect(reply);
    invitation.state = 'revoked';
    return true;
  },
};

/** Waits for the canceled runs and scans of an inactive agency. */
async function stopWork(walk: Walk, agency: Workspace): Promise<void> {
  const { projects, scans } = walk.model;
  await walk.settleCanceled(projects.filter(({ workspace }) => workspace === agency));
  for (const scan of scans.filter(({ project, isAtWork }) => isAtWork && project.workspace === agency)) {
    await walk.waitForScan(scan.id);
    scan.isAtWork = false;
  }
}

interface AgencyForm {
  id: number;
  name: string;
  main_admin: { id: number };
  status: Workspace['status'];
  revision: number;
}

/** Saves the form of an agency with one change, as an administrator. @returns false if the agency is gone */
async function saveAgency(
  walk: Walk,
  agency: Workspace,
  change: { leader?: User; status?: Workspace['status'] },
) {
  const { model, admin } = walk;
  const form = await walk.ask(admin, 'GET', `agencies/${agency.id}/edit`);
  if (agency.isGone) return walk.expect(form, 'not_found') || true;
  const [row] = form.json<{ data: AgencyForm[] }>().data;
  if (row === undefined) throw new Error('The form has no agency.');
  const { leader = agency.leader, status = agency.status } = change;
  const reply = await walk.call(admin, 'PUT', `agencies/${agency.id}`, {
    name: row.name,
    main_admin_id: leader.signed.userId,
    status,
    reason: 'A walk',
    revision: row.revision,
  });
  const elsewhere = model.findAgency(leader);
  if (leader.isDeleted || leader.isDisabled || (elsewhere !== undefined && elsewhere !== agency))
    return walk.expect(reply, 'invalid') || true;
  walk.expect(reply);
  if (status === 'deleted' && agency.status !== 'deleted') model.deleteAgency(agency, walk.now);
  if (agency.status === 'deleted' && status !== 'deleted') model.restoreAgency(agency);
  Object.assign(agency, { status, leader });
  agency.members.add(leader);
  if (status !== 'active') await stopWork(walk, agency);
  return true;
}

const changeLeader: Step = {
  name: 'change the main admin',
  weight: 9,
  async run(walk, random) {
    const { agencies, users } = walk.model;
    const agency = pickMostly(random, agencies, ({ isGone }) => !isGone);
    const leader = pickMostly(
      random,
      users,
      (each) => each !== agency?.leader && agency?.members.has(each) === true,
    );
    if (agency === undefined || leader === undefined || leader.role !== 'user') return false;
    return saveAgency(walk, agency, { leader });
  },
};

const changeStatus: Step = {
  name: 'change the status of an agency',
  weight: 5,
  async run(walk, random) {
    const { agencies } = walk.model;
    const agency = pickMostly(random, agencies, ({ isGone }) => !isGone);
    if (agency === undefined) return false;
    const back = ['active', 'active', 'active', 'not_active', 'deleted'] as const;
    const status = random.pick(agency.status === 'active' ? (['not_active', 'deleted'] as const) : back);
    return saveAgency(walk, agency, { status });
  },
};

const deleteAgency: Step = {
  name: 'delete an agency',
  weight: 1,
  async run(walk, random) {
    const { agencies } = walk.model;
    const agency = pickMostly(random, agencies, ({ status }) => status !== 'deleted');
    if (agency === undefined) return false;
    const reply = await walk.call(walk.admin, 'DELETE', `agencies/${agency.id}`);
    if (agency.isGone || agency.status === 'deleted') return walk.expect(reply, 'not_found') || true;
    walk.expect(reply);
    walk.model.deleteAgency(agency, walk.now);
    await stopWork(walk, agency);
    return true;
  },
};

export const moveUser: Step = {
  name: 'move a user',
  weight: 4,
  async run(walk, random) {
    const { model } = walk;
    const users = model.users.filter(({ role }) => role === 'user');
    const user = pickMostly(random, users, (each) => !each.isDeleted && model.ledBy(each).length === 0);
    const agency =
      random.below(3) === 0 ? null : pickMostly(random, model.agencies, ({ status }) => status !== 'deleted');
    if (user === undefined || agency === undefined) return false;
    await move(walk, user, agency);
    return true;
  },
};

async function move(walk: Walk, user: User, agency: Workspace | null): Promise<void> {
  const { model, admin } = walk;
  const body = { user_id: user.signed.userId, agency_id: agency?.id ?? null, reason: 'A walk' };
  const reply = await walk.call(admin, 'POST', 'users/agency-change', body);
  const from = model.findAgency(user);
  if (user.isDeleted || agency?.isGone || agency?.status === 'deleted') walk.expect(reply, 'not_found');
  else if (from === (agency ?? undefined)) walk.expect(reply);
  else if (from?.leader === user) walk.expect(reply, 'main_admin');
  else {
    walk.expect(reply);
    from?.members.delete(user);
    agency?.members.add(user);
  }
}

/** Deletes an agency, moves a member to another one, and restores the agency without that member. */
const restoreWithout: Step = {
  name: 'delete and restore an agency while a member leaves',
  weight: 6,
  async run(walk, random) {
    const open = walk.model.agencies.filter(
      ({ status, leader }) => status !== 'deleted' && !leader.isDisabled,
    );
    const [agency] = open.filter(({ members }) => members.size > 1);
    const other = pick(
      random,
      open.filter((each) => each !== agency),
    );
    const member = [...(agency?.members ?? [])].find((each) => each !== agency?.leader);
    if (agency === undefined || other === undefined || member === undefined) return false;
    await saveAgency(walk, agency, { status: 'deleted' });
    await move(walk, member, other);
    return saveAgency(walk, agency, { status: 'active' });
  },
};

const disable: Step = {
  name: 'disable a user',
  weight: 2,
  async run(walk, random) {
    const user = pick(random, ordinary(walk));
    if (user === undefined) return false;
    const body = { is_disabled: true, ends_plans: random.below(2) === 0 };
    walk.expect(await walk.call(walk.admin, 'PUT', `users/${user.signed.userId}`, body));
    user.isDisabled = true;
    if (!body.ends_plans) return true;
    await walk.settle();
    for (const { subscription, payer } of listPaid(walk))
      walk.check(
        'a canceled plan ends',
        payer !== user || subscription.cancel_at_period_end,
        () => `${subscription.id} of ${user.label} goes on`,
      );
    return true;
  },
};

const enableAgain: Step = {
  name: 'enable a user',
  weight: 6,
  async run(walk, random) {
    const user = pick(
      random,
      walk.model.people.filter(({ isDisabled }) => isDisabled),
    );
    if (user === undefined) return false;
    await enable(walk, user);
    return true;
  },
};

/** Earlier sessions stay ended. */
export async function enable(walk: Walk, user: User): Promise<void> {
  walk.expect(await walk.call(walk.admin, 'PUT', `users/${user.signed.userId}`, { is_disabled: false }));
  user.isDisabled = false;
  await walk.expectSignedOut(user, [user.signed.token, ...user.borrowed.splice(0)]);
  await walk.signIn(user);
}

/**
 * A superadmin signs in as a user, sees the user's objects, is denied personal actions, and may sign back in.
 */
const impersonate: Step = {
  name: 'sign in as a user',
  weight: 2,
  async run(walk, random) {
    const { model, admin } = walk;
    const user = pick(
      random,
      model.users.filter(({ role }) => role === 'user'),
    );
    if (user === undefined) return false;
    const body = { user_id: user.signed.userId, reason: 'A walk' };
    const reply = await walk.call(admin, 'POST', 'users/login-as-user', body);
    if (user.isDeleted) return walk.expect(reply, 'not_found') || true;
    if (user.isDisabled) return walk.expect(reply, 'forbidden') || true;
    walk.expect(reply);
    const token = reply.json<{ data: { access_token: string } }>().data.access_token;
    const borrowed = { ...user, signed: { ...user.signed, headers: { authorization: `Bearer ${token}` } } };
    borrowed.label = `admin as ${user.label}`;
    const [method, path, payload] = random.pick<[Method, string, object?]>([
      ['POST', 'payment/cancel-subscription'],
      ['POST', 'my-agency/invite', { email: 'x@example.com' }],
      ['DELETE', 'account', { password: walk.password }],
      ['GET', 'auth/sessions'],
    ]);
    walk.expect(await walk.call(borrowed, method, path, payload), 'impersonating');
    const { data } = (await walk.ask(borrowed, 'GET', 'projects?per_page=100')).json<{ data: object[] }>();
    walk.check(
      'lists equal the model',
      data.length === model.listProjects(user).length,
      () => `as ${user.label}: ${data.length} projects`,
    );
    if (random.below(2) === 0) return user.borrowed.push(token) > 0;
    walk.expect(await walk.call(borrowed, 'POST', 'auth/login-back'));
    await walk.expectSignedOut(user, [token]);
    return true;
  },
};

const deleteAccount: Step = {
  name: 'delete the account',
  weight: 3,
  async run(walk, random) {
    const user = pickMostly(random, ordinary(walk), (each) => walk.model.ledBy(each).length === 0);
    if (user === undefined) return false;
    await removeAccount(walk, user);
    return true;
  },
};

export async function removeAccount(walk: Walk, user: User): Promise<void> {
  const { model } = walk;
  const reply = await walk.call(user, 'DELETE', 'account', { password: walk.password });
  if (model.ledBy(user).length > 0) return void walk.expect(reply, 'main_admin');
  walk.expect(reply);
  model.deleteUser(user);
}

const arrive: Step = {
  name: 'a new user',
  weight: 1,
  async run(walk) {
    if (walk.model.people.length >= 6) return false;
    await walk.addUser();
    return true;
  },
};

export const PEOPLE_STEPS: readonly Step[] = [
  createAgency,
  invite,
  join,
  leave,
  removeMember,
  revoke,
  changeLeader,
  changeStatus,
  deleteAgency,
  moveUser,
  restoreWithout,
  disable,
  enableAgain,
  impersonate,
  deleteAccount,
  arrive,
];
