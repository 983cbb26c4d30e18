/** Invariants that hold after each step of a walk. */
import type { Random } from '#testkit/random.ts';
import { runSql } from '#testkit/test-database.ts';
import type { Subscription } from '../../sim/stripe/objects.ts';
import type { Project, User, Workspace } from './model-fixture.ts';
import type { Walk } from './walk-fixture.ts';

const LIMITS = {
  Free: { domains: 1, projects: 2, pages_month: 500, members: 3 },
  Starter: { domains: 5, projects: 20, pages_month: 5000, members: 3 },
  Pro: { domains: 25, projects: 100, pages_month: 50_000, members: 10 },
  Agency: { domains: -1, projects: -1, pages_month: 250_000, members: 50 },
} as const;
const GRACE_S = 14 * 86_400;

export type PlanName = keyof typeof LIMITS;

const CHECKS_OF_USER = [checkLists, checkForeign, checkUsage, checkPayer, checkAgency];

/**
 * Checks stored rows, payments and what users see: everything for several users; for a single user, each view
 * with a probability of one half.
 */
export async function checkInvariants(walk: Walk, users: readonly User[], random: Random): Promise<void> {
  await walk.settle();
  const errors = walk.takeLoggedErrors();
  walk.check('no error is logged', errors.length === 0, () => errors.join('\n'));
  for (const user of users) {
    if (user.isDeleted || user.isDisabled) await checkLocked(walk, user);
    else
      for (const check of CHECKS_OF_USER)
        if (users.length > 1 || random.below(2) === 0) await check(walk, user, random);
  }
  checkSubscriptions(walk);
  checkCardPages(walk);
  await checkRows(walk);
  await checkFiles(walk);
}

/**
 * Tokens of a disabled or deleted user are rejected, and so are those of superadmins signed in as that user.
 */
async function checkLocked(walk: Walk, user: User): Promise<void> {
  await walk.expectSignedOut(user, [user.signed.token, ...user.borrowed]);
}

async function list(walk: Walk, user: User, path: string): Promise<{ id: number; status?: string }[]> {
  const reply = await walk.ask(user, 'GET', path);
  walk.check('lists equal the model', reply.statusCode === 200, () => `${user.label} ${path}: ${reply.body}`);
  return reply.json<{ data: { id: number }[] }>().data;
}

async function checkLists(walk: Walk, user: User): Promise<void> {
  const { model } = walk;
  const projects = model.listProjects(user);
  const wanted = {
    'projects?per_page=100': projects.map(({ id }) => id),
    'domains?per_page=100': model.listDomains(user).map(({ id }) => id),
    'scans?per_page=100': model.listScans(user).map(({ id }) => id),
  };
  for (const [path, ids] of Object.entries(wanted)) {
    const found = (await list(walk, user, path)).map(({ id }) => id);
    walk.check(
      'lists equal the model',
      isSame(found, ids),
      () => `${user.label} sees ${JSON.stringify(found)} in ${path}, the model ${JSON.stringify(ids)}`,
    );
  }
}

/** Compares the entries in any order. */
const isSame = (a: readonly (string | number)[], b: readonly (string | number)[]) =>
  sortTexts(a) === sortTexts(b);
const sortTexts = (texts: readonly (string | number)[]) =>
  JSON.stringify(texts.map(String).toSorted((a, b) => a.localeCompare(b)));

/** Requests an object of each kind, which the user may or may not be allowed to see. */
async function checkForeign(walk: Walk, user: User, random: Random): Promise<void> {
  const { model } = walk;
  const { projects, domains, scans } = model;
  const visible = new Set<object>([
    ...model.listProjects(user),
    ...model.listDomains(user),
    ...model.listScans(user),
  ]);
  const probe = async (object: { id: number } | undefined, toPaths: (id: number) => string[]) => {
    if (object === undefined) return;
    const path = random.pick(toPaths(object.id));
    const { statusCode, body } = await walk.ask(user, 'GET', path);
    const isVisible = visible.has(object);
    const name = isVisible ? 'own ids are found' : 'foreign and deleted ids are 404';
    walk.check(
      name,
      statusCode === (isVisible ? 200 : 404),
      () => `${user.label} ${path} → ${statusCode} ${body}`,
    );
  };
  const project = projects[random.below(projects.length || 1)];
  if (project && visible.has(project)) await checkProject(walk, user, project);
  else await probe(project, (id) => [`projects/${id}`, `projects/${id}/edit`, `projects/${id}/runs`]);
  await probe(domains[random.below(domains.length || 1)], (id) => [`domains/${id}/edit`]);
  await probe(scans[random.below(scans.length || 1)], (id) => [`scans/${id}`, `scans/${id}/pages`]);
  const seen = walk.seenFiles[random.below(walk.seenFiles.length || 1)];
  if (seen === undefined) return;
  const isHidden =
    seen.project.isDeleted || seen.user.isDisabled || !model.canSee(seen.user, seen.project.workspace);
  if (!isHidden) return;
  const { statusCode } = await walk.stage.app.inject(seen.url);
  walk.check(
    'foreign and deleted files are not sent',
    statusCode === 404 || statusCode === 403,
    () => `${seen.user.label} still gets ${statusCode} of ${seen.url}`,
  );
}

/** The project has its images, and its files are served. */
async function checkProject(walk: Walk, user: User, project: Project): Promise<void> {
  const reply = await walk.ask(user, 'GET', `projects/${project.id}`);
  walk.check(
    'own ids are found',
    reply.statusCode === 200,
    () => `${user.label} ${project.label}: ${reply.body}`,
  );
  const [shown] = reply.json<{ data: ShownProject[] }>().data;
  const pictures = shown?.files.map(({ name }) => name) ?? [];
  walk.check(
    'a project has the pictures of its form',
    isSame(pictures, project.pictures),
    () => `${project.label} has ${JSON.stringify(pictures)}, model ${JSON.stringify(project.pictures)}`,
  );
  const urls = (shown?.files ?? []).flatMap(({ url, thumbnail_url: small }) => [url, small]);
  for (const url of [...urls, ...(shown?.parts ?? []).map((part) => part.url)]) {
    const { statusCode } = await walk.stage.app.inject(url);
    walk.check('own files are sent', statusCode === 200, () => `${user.label} ${url} → ${statusCode}`);
    walk.seenFiles.push({ user, project, url });
  }
}

interface ShownProject {
  files: { name: string; url: string; thumbnail_url: string }[];
  parts: { url: string }[];
}

interface UserData {
  plan: string;
  limits: Record<string, number>;
  usage: Record<string, { used: number; limit: number }>;
  agency: { id: number; is_main_admin: boolean; status: string } | null;
}

async function checkUsage(walk: Walk, user: User): Promise<void> {
  const { model } = walk;
  const { plan, usage, agency } = (await walk.ask(user, 'GET', 'account/user-data')).json<{
    data: UserData;
  }>().data;
  const home = model.getHome(user);
  const used = model.usageOf(home, walk.now);
  const shown = Object.fromEntries(Object.entries(usage).map(([name, each]) => [name, each.used]));
  walk.check(
    'usage equals lists',
    Object.entries(used).every(([name, count]) => shown[name] === count),
    () => `${user.label} in ${home.label} has ${JSON.stringify(used)}, shown ${JSON.stringify(shown)}`,
  );
  const expected = findPlan(walk, home);
  walk.check(
    'the plan is that of Stripe',
    plan === expected,
    () => `${user.label} in ${home.label} has ${plan}, at Stripe ${expected}`,
  );
  const own = model.findAgency(user);
  const isRight =
    agency === null
      ? own === undefined
      : agency.id === own?.id &&
        agency.status === own.status &&
        agency.is_main_admin === (own.leader === user);
  walk.check(
    'lists equal the model',
    isRight,
    () => `${user.label} has agency ${JSON.stringify(agency)}, model ${own?.label}`,
  );
}

/** Members and invitations, as the main admin sees them. */
async function checkAgency(walk: Walk, user: User): Promise<void> {
  const agency = walk.model.findAgency(user);
  const members = (await list(walk, user, 'my-agency?per_page=100')).map(({ id }) => id);
  const wanted = [...(agency?.members ?? [])].map(({ signed }) => signed.userId);
  walk.check(
    'lists equal the model',
    isSame(members, wanted),
    () => `${user.label} sees members ${JSON.stringify(members)}, model ${JSON.stringify(wanted)}`,
  );
  if (agency?.leader !== user) return;
  const reply = await walk.ask(user, 'GET', 'my-agency?tab=invitations&per_page=100');
  const { data } = reply.json<{ data: { id: number; state: string }[] }>();
  const shown = data.map(({ id, state }) => `${id} ${state}`);
  const known = agency.invitations.map(
    ({ id, state, expiresAt }) => `${id} ${state === 'pending' && expiresAt <= walk.now ? 'expired' : state}`,
  );
  walk.check(
    'lists equal the model',
    isSame(shown, known),
    () => `invitations of ${agency.label} are ${JSON.stringify(shown)}, model ${JSON.stringify(known)}`,
  );
}

const isLive = ({ status }: Pick<Subscription, 'status'>) => status !== 'canceled' && status !== 'incomplete';

export interface Paid {
  subscription: Subscription;
  workspace: Workspace;
  payer: User;
}

/** The payer and the workspace of a Stripe customer. */
function findOwner({ held: { stripe }, model }: Walk, customer: string) {
  const { metadata, email } = stripe.state.get('customer', customer);
  const workspaces = [...model.agencies, ...model.users.map(({ personal }) => personal)];
  return {
    workspace: workspaces.find(({ id }) => String(id) === metadata['workspace_id']),
    payer: model.users.find((user) => user.email === email),
  };
}

/** Live subscriptions at Stripe; those of earlier walks have ended. */
export function listPaid(walk: Walk): Paid[] {
  return walk.held.stripe.state.list('subscription').flatMap((subscription) => {
    const { workspace, payer } = isLive(subscription) ? findOwner(walk, subscription.customer) : {};
    return workspace === undefined || payer === undefined ? [] : [{ subscription, workspace, payer }];
  });
}

/** The plan of a subscription, or Free if it is unpaid after the grace period. */
function namePlan({ held: { stripe }, now }: Walk, { subscription }: Paid): PlanName {
  if (subscription.status === 'past_due') {
    const failedAt = stripe.state.get('invoice', subscription.latest_invoice ?? '').created;
    if (now.getTime() / 1000 >= failedAt + GRACE_S) return 'Free';
  }
  return stripe.state.get('product', subscription.items.data[0].price.product).name as PlanName;
}

/**
 * The best plan that is paid for a workspace. An agency without a plan uses the personal plan of its main
 * admin, unless the admin kept it.
 */
function findPlan(walk: Walk, workspace: Workspace): PlanName {
  const paid = listPaid(walk);
  const own = paid.filter((each) => each.workspace === workspace);
  const { leader, status, kind } = workspace;
  const personal = paid.filter(
    (each) => each.workspace === leader.personal && leader.personal.keptFrom !== workspace,
  );
  const lent = kind === 'agency' && status === 'active' ? personal : [];
  const names = (own.length > 0 ? own : lent).map((each) => namePlan(walk, each));
  return (['Agency', 'Pro', 'Starter'] as const).find((name) => names.includes(name)) ?? 'Free';
}

/** True if this many more fit into the plan of a workspace. */
export function fits(
  walk: Walk,
  workspace: Workspace,
  name: keyof (typeof LIMITS)['Free'],
  more: number,
): boolean {
  const limit: number = LIMITS[findPlan(walk, workspace)][name];
  return limit === -1 || walk.model.usageOf(workspace, walk.now)[name] + more <= limit;
}

function checkSubscriptions(walk: Walk): void {
  const paid = listPaid(walk);
  for (const several of Map.groupBy(
    paid,
    ({ payer, workspace }) => `${payer.label} for ${workspace.label}`,
  )) {
    walk.check(
      'one live subscription for each payer and workspace',
      several[1].length === 1,
      () => `${several[0]}: ${several[1].map(({ subscription }) => subscription.id).join(', ')}`,
    );
  }
  for (const { subscription, workspace, payer } of paid) {
    const what = () => `${payer.label} pays ${subscription.id} for ${workspace.label}`;
    walk.check('nothing deleted is paid for', !workspace.isGone && workspace.status !== 'deleted', what);
    const goesOn = !subscription.cancel_at_period_end;
    walk.check('only the leader continues to pay', workspace.leader === payer || !goesOn, what);
    walk.check(
      'a deleted account has no card',
      !payer.isDeleted || findCard(walk, subscription) === null,
      what,
    );
  }
}

/** Open card pages must belong to an existing workspace and its leader. */
function checkCardPages(walk: Walk): void {
  const { state } = walk.held.stripe;
  for (const { id, status, expires_at: expiresAt, customer } of state.list('session')) {
    if (status !== 'open' || expiresAt <= state.now()) continue;
    const { workspace, payer } = findOwner(walk, customer);
    const isUsable = workspace?.status === 'active' && !workspace.isGone && workspace.leader === payer;
    walk.check(
      'no card page is open for what is deleted',
      isUsable || workspace?.status === 'not_active',
      () => `${id} of ${payer?.label} for ${workspace?.label}`,
    );
  }
}

/** Number of the card that is charged. */
export function findCard(
  { held: { stripe } }: Walk,
  { default_payment_method: id }: Subscription,
): string | null {
  const method = stripe.state.list('payment_method').find((each) => each.id === id);
  return method?.customer == null ? null : method.card_number;
}

/** Payers see their plans. */
async function checkPayer(walk: Walk, user: User): Promise<void> {
  const own = listPaid(walk).filter(({ payer }) => payer === user);
  if (own.length === 0) return;
  const reply = await walk.ask(user, 'POST', 'payment/subscr');
  const { data } = reply.json<{
    data: { paid_plans: { subscription_id: string; is_mine: boolean; workspace_id: number }[] };
  }>();
  const shown = data.paid_plans.map((each) => `${each.subscription_id} ${each.workspace_id} ${each.is_mine}`);
  const known = own.map(({ subscription, workspace }) => `${subscription.id} ${workspace.id} true`);
  walk.check(
    'a payer sees its plans',
    isSame(shown, known),
    () => `${user.label} pays for ${JSON.stringify(known)} and sees ${JSON.stringify(shown)}`,
  );
}

/** Queries for contradictory rows, which must return nothing. */
const CONTRADICTIONS: Readonly<Record<string, string>> = {
  'a project uses uploads of its workspace': `select projects.id from projects join uploads
    on uploads.id in (seed_id, sheet_id, combined_id) where uploads.workspace_id <> projects.workspace_id`,
  'a run uses uploads of its workspace': `select runs.id from runs join projects on projects.id = project_id
    join uploads on uploads.id in (runs.seed_id, runs.sheet_id, runs.combined_id)
    where uploads.workspace_id <> projects.workspace_id`,
  'images belong to the workspace of their project': `select images.id from images join projects on projects.id = project_id
    where images.workspace_id <> projects.workspace_id`,
  'images belong to the workspace of their upload': `select images.id from images join uploads on uploads.id = upload_id
    where images.workspace_id <> uploads.workspace_id`,
  'the domain of a project belongs to its workspace': `select projects.id from projects join domains
    on domains.id = domain_id where domains.workspace_id <> projects.workspace_id`,
  'a scan belongs to the workspace of its project': `select scans.id from scans join projects on projects.id = project_id
    where scans.workspace_id <> projects.workspace_id`,
  'a deleted agency has no running work': `select workspaces.id from workspaces where status = 'deleted' and (
    exists (select from projects join runs on runs.project_id = projects.id where workspace_id = workspaces.id
      and runs.state in ('queued', 'planning', 'running', 'auditing') and not is_cancel_wanted)
    or exists (select from scans where workspace_id = workspaces.id and state in ('queued', 'running')
      and not is_cancel_wanted))`,
  'a deleted agency has no open invitation': `select invitations.id from invitations join workspaces
    on workspaces.id = workspace_id where workspaces.status = 'deleted' and state = 'pending'`,
  'no user is in two agencies': `select user_id from members join workspaces on workspaces.id = workspace_id
    where kind = 'agency' and status <> 'deleted' group by user_id having count(*) > 1`,
  'the main admin is a member': `select id from workspaces where kind = 'agency' and not exists (
    select from members where workspace_id = workspaces.id and user_id = main_admin_id)
    and status <> 'deleted'`,
  'each user has a personal workspace': `select id from users where not exists (
    select from workspaces where person_id = users.id)`,
  'a current run has completed': `select projects.id from projects join runs on runs.id = current_run_id
    where runs.state not in ('completed', 'completed_with_skips')`,
};
const ALL_CONTRADICTIONS = Object.entries(CONTRADICTIONS)
  .map(
    ([name, query]) =>
      `select '${name}' as name, (select json_agg(found)::text from (${query}) found) as found`,
  )
  .join(' union all ');

async function checkRows(walk: Walk): Promise<void> {
  const rows = await runSql<{ name: string; found: string | null }>(walk.stage.database, ALL_CONTRADICTIONS);
  for (const { name, found } of rows) walk.check(name, found === null, () => found ?? '');
}

const NAMED_FILES = `select storage_key as key from uploads union all select storage_key from run_parts
  union all select 'thumbnails/' || upload_id || '.webp' from images`;

async function checkFiles(walk: Walk): Promise<void> {
  const rows = await runSql<{ key: string }>(walk.stage.database, NAMED_FILES);
  const stored = await listFiles(walk);
  const missing = rows.filter(({ key }) => !stored.has(key));
  walk.check('each row has its file', missing.length === 0, () => JSON.stringify(missing));
}

async function listFiles(walk: Walk): Promise<Set<string>> {
  const keys = new Set<string>();
  for await (const { key } of walk.stage.store.files.list('')) keys.add(key);
  return keys;
}

/** After a sweep for which all files are old enough. */
export async function checkSwept(walk: Walk): Promise<void> {
  const rows = await runSql<{ key: string }>(walk.stage.database, NAMED_FILES);
  const named = new Set(rows.map(({ key }) => key));
  const runs = await runSql<{ id: number }>(walk.stage.database, 'select id from runs');
  const folders = new Set(runs.map(({ id }) => `runs/${id}/`));
  const orphans = [...(await listFiles(walk))].filter(
    (key) => !named.has(key) && !folders.has(/^runs\/\d+\//.exec(key)?.[0] ?? '') && key !== 'store.json',
  );
  walk.check('no file without a row after a sweep', orphans.length === 0, () => orphans.join(' '));
}

const CUSTOMER_TABLES = [
  'domains',
  'projects',
  'runs',
  'uploads',
  'images',
  'drafts',
  'scans',
  'invitations',
  'customers',
];

/** After all agencies and accounts were deleted and retention times have passed. */
export async function checkNothingLeft(walk: Walk): Promise<void> {
  const counts = CUSTOMER_TABLES.map(
    (table) => `select '${table}' as name, count(*)::int as rows from ${table}`,
  );
  // The superadmin has one of each.
  const own = ['users', 'workspaces', 'members'].map(
    (table) => `select '${table}', count(*)::int - 1 from ${table}`,
  );
  const rows = await runSql<{ name: string; rows: number }>(
    walk.stage.database,
    [...counts, ...own].join(' union all '),
  );
  const left = rows.filter((each) => each.rows !== 0);
  walk.check('nothing deleted is left', left.length === 0, () => JSON.stringify(left));
  const files = [...(await listFiles(walk))].filter((key) => key !== 'store.json');
  walk.check('nothing deleted is left', files.length === 0, () => files.join(' '));
  const { state } = walk.held.stripe;
  const live = state.list('subscription').filter(isLive);
  walk.check('nothing deleted is paid for', live.length === 0, () => JSON.stringify(live));
  const open = state
    .list('session')
    .filter((each) => each.status === 'open' && each.expires_at > state.now());
  walk.check('nothing deleted is paid for', open.length === 0, () => JSON.stringify(open));
}
