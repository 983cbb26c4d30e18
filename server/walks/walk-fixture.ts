/**
 * Environment of a walk: the complete server, the simulated Stripe and site, one clock for all of them, and a
 * trace.
 */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { vi } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { collectGarbage } from '#server/background.ts';
import type { Random } from '#testkit/random.ts';
import { addUser, addSession, type SignedInUser } from '#testkit/users.ts';
import { sendForm, type FormSpec } from '#testkit/project-calls.ts';
import type { Stage } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import type { Site } from '../features/scans/site-fixture.ts';
import type { Stripe } from '../../sim/stripe/stripe.ts';
import { Model, type Project, type User, type Workspace } from './model-fixture.ts';

export type Reply = Awaited<ReturnType<FastifyInstance['inject']>>;
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const DAY_MS = 86_400_000;
const ERROR_LEVEL = 50;
const SETTLE = { timeout: 20_000, interval: 5 };

/** A violated invariant, or a reply that the model doesn't expect. */
export class Violation extends Error {
  readonly invariant: string;

  constructor(invariant: string, detail: string) {
    super(`${invariant}: ${detail}`);
    this.invariant = invariant;
  }
}

export interface Held {
  stripe: Stripe;
  site: Site;
  /** Milliseconds by which the clock of the server and Stripe is ahead of the machine. */
  aheadMs: number;
}

/** One step, or one check after it. Each has its own random generator, so that others can be left out. */
export interface Step {
  name: string;
  /** Relative frequency among the steps. */
  weight: number;
  /** @returns false if the step doesn't apply */
  run(walk: Walk, random: Random): Promise<boolean>;
}

export class Walk {
  readonly model = new Model();
  readonly trace: string[] = [];
  /** Number of checks by invariant. */
  readonly checks = new Map<string, number>();
  /** Files of projects that a user has seen. */
  readonly seenFiles: { user: User; project: Project; url: string }[] = [];
  /** Card pages that were opened and not paid. */
  readonly openPages: { url: string; workspace: Workspace }[] = [];
  isWorkHeld = false;
  private readonly waiting: ServerResponse[] = [];
  readonly stage: Stage;
  readonly held: Held;
  readonly password: string;
  private readonly passwordHash: string;

  constructor(stage: Stage, held: Held, { password, hash }: { password: string; hash: string }) {
    this.stage = stage;
    this.held = held;
    this.password = password;
    this.passwordHash = hash;
  }

  get now(): Date {
    return new Date(Date.now() + this.held.aheadMs);
  }

  note(text: string): void {
    this.trace.push(text);
  }

  /** Counts a check. @throws Violation */
  check(invariant: string, isTrue: boolean, detail: () => string): void {
    this.checks.set(invariant, (this.checks.get(invariant) ?? 0) + 1);
    if (!isTrue) throw new Violation(invariant, detail());
  }

  /** Sends the call of a step and adds it to the trace. */
  async call(user: User, method: Method, path: string, payload?: object): Promise<Reply> {
    const reply = await this.ask(user, method, path, payload);
    this.traceCall(`${user.label} ${method} ${path}${payload ? ` ${JSON.stringify(payload)}` : ''}`, reply);
    return reply;
  }

  async sendForm(user: User, form: FormSpec): Promise<Reply> {
    const reply = await sendForm(this.stage.app, { userId: 0, headers: user.signed.headers }, form);
    const { script: _script, ...fields } = form.fields ?? {};
    this.traceCall(`${user.label} ${form.method ?? 'POST'} ${form.url} ${JSON.stringify(fields)}`, reply);
    this.refuseFault(reply, form.url);
    return reply;
  }

  private traceCall(text: string, reply: Reply): void {
    const { code } = reply.statusCode >= 400 ? reply.json<{ code: string }>() : { code: '' };
    this.note(`    ${text} → ${reply.statusCode} ${code}`);
  }

  /** Sends the call of a check, which appears only in a violation. */
  async ask(user: { signed: Pick<SignedInUser, 'headers'> }, method: Method, path: string, payload?: object) {
    const { headers } = user.signed;
    const url = `/api/v1/${path}`;
    const reply = await this.stage.app.inject({ method, url, headers, ...(payload && { payload }) });
    this.refuseFault(reply, `${method} ${path}`);
    return reply;
  }

  private refuseFault(reply: Reply, call: string): void {
    this.check('no 5xx', reply.statusCode < 500, () => `${call} → ${reply.statusCode} ${reply.body}`);
  }

  /** @throws Violation unless the reply is expected: 200, 201, or one of these codes */
  expect(reply: Reply, ...codes: ErrorCode[]): boolean {
    const isGood = reply.statusCode < 300;
    const code = isGood ? 'ok' : reply.json<{ code: ErrorCode }>().code;
    const isExpected = codes.length === 0 ? isGood : codes.some((each) => each === code);
    this.check(
      'responds as the model expects',
      isExpected,
      () =>
        `expected ${codes.length === 0 ? 'success' : codes.join(' or ')}, got ${reply.statusCode} ${reply.body.slice(0, 400)}`,
    );
    return isGood;
  }

  /** @returns errors logged since the previous call */
  takeLoggedErrors(): string[] {
    const { log } = this.stage;
    return log
      .splice(0)
      .filter(({ level }) => Number(level) >= ERROR_LEVEL)
      .map((line) => JSON.stringify(line));
  }

  /** Waits until webhooks have arrived and no job is due, except for blocked runs and scans. */
  async settle(): Promise<void> {
    await this.held.stripe.webhooks.release();
    const held = this.isWorkHeld ? `and name not in ('run', 'scan')` : '';
    await this.waitForNone(`select 1 from pgboss.job where state < 'completed'
      and (state = 'active' or start_after < now() + interval '3 seconds') ${held}`);
    await this.held.stripe.webhooks.release();
  }

  private async waitForNone(query: string): Promise<void> {
    const find = () => runSql(this.stage.database, `${query} limit 1`);
    await vi.waitUntil(async () => (await find()).length === 0, SETTLE);
  }

  /** From now on, runs wait with their files written, and scans at the first page. */
  holdWork(): void {
    this.isWorkHeld = true;
    void this.stage.store.hold('publish runs/');
    this.held.site.pages.set('/robots.txt', (_request, response) => void this.waiting.push(response));
  }

  /** Unblocks runs and scans, and waits for their end. */
  async releaseWork(): Promise<void> {
    if (!this.isWorkHeld) return;
    this.isWorkHeld = false;
    this.held.site.pages.clear();
    for (const response of this.waiting.splice(0)) response.writeHead(404).end();
    await this.stage.store.release();
    await this.settle();
    for (const project of this.model.projects)
      if (project.isAtWork) Object.assign(project, { isAtWork: false, hasPages: true });
    for (const scan of this.model.scans) scan.isAtWork = false;
  }

  /** Waits until the canceled runs of these projects have ended, and counts the pages they made. */
  async settleCanceled(projects: readonly Project[]): Promise<void> {
    const ids = projects.filter(({ isAtWork }) => isAtWork).map(({ id }) => id);
    if (ids.length === 0) return;
    await this.waitForNone(`select 1 from runs where project_id in (${ids.join()})
      and state in ('queued', 'planning', 'running', 'auditing')`);
    for (const project of projects) project.isAtWork = false;
    const canceled = await runSql<{ id: number; pages_done: number }>(
      this.stage.database,
      `select id, pages_done from runs where project_id in (${ids.join()}) and state = 'canceled'`,
    );
    const uses = new Map(
      [...this.model.agencies, ...this.model.users.map(({ personal }) => personal)].flatMap(({ pageUses }) =>
        pageUses.map((use) => [use.runId, use]),
      ),
    );
    for (const { id, pages_done: done } of canceled) {
      const use = uses.get(id);
      if (use) use.pages = Math.min(use.pages, done);
    }
  }

  /** Reads the page counts of runs that were deleted in progress; they are at most the planned ones. */
  async readPageUses({ id, pageUses }: Workspace): Promise<void> {
    const rows = await runSql<{ run_number: number; pages: number }>(
      this.stage.database,
      `select run_number, pages from page_uses where workspace_id = ${id}`,
    );
    for (const { run_number: runId, pages } of rows) {
      const use = pageUses.find((each) => each.runId === runId);
      this.check(
        'usage equals lists',
        use !== undefined && pages <= use.pages,
        () => `run ${runId} counts ${pages} pages`,
      );
      if (use) use.pages = pages;
    }
  }

  /** Waits until a canceled scan has ended. */
  async waitForScan(id: number): Promise<void> {
    await this.waitForNone(`select 1 from scans where id = ${id} and state in ('queued', 'running')`);
  }

  async addUser(role: User['role'] = 'user'): Promise<User> {
    const { model, stage } = this;
    const label = role === 'user' ? `u${model.users.length}` : 'admin';
    const email = `${label}-${stage.ip}@example.com`;
    const options = { role, email, passwordHash: this.passwordHash, signedInAt: this.now };
    const signed = await addUser(stage.database.db, options);
    const user: User = {
      label,
      email,
      signed,
      role,
      isDisabled: false,
      isDeleted: false,
      borrowed: [],
      drafts: [],
      personal: {
        label: `${label}'s own`,
        id: signed.workspaceId,
        kind: 'person',
        status: 'active',
        deletedAt: undefined,
        leader: undefined as never,
        members: new Set(),
        invitations: [],
        pageUses: [],
        keptFrom: undefined,
        isGone: false,
      },
    };
    user.personal.leader = user;
    user.personal.members.add(user);
    model.users.push(user);
    return user;
  }

  /** Creates a new session, as after a long time or after being disabled. */
  async signIn(user: User): Promise<void> {
    const { db } = this.stage.database;
    Object.assign(user.signed, await addSession(db, user.signed.userId, this.now));
  }

  /** @throws Violation if one of the tokens is still valid */
  async expectSignedOut(user: User, tokens: readonly string[]): Promise<void> {
    for (const token of tokens) {
      const signed = { headers: { authorization: `Bearer ${token}` } };
      const { statusCode } = await this.ask({ signed }, 'GET', 'account');
      this.check(
        'an ended session is no longer valid',
        statusCode === 401,
        () => `of ${user.label}: ${statusCode}`,
      );
    }
  }

  get admin(): User {
    const admin = this.model.users.find(({ role }) => role === 'superadmin');
    if (admin === undefined) throw new Error('The walk has no admin.');
    return admin;
  }

  /** Advances the server's and Stripe's clocks by days. */
  async pass(days: number): Promise<void> {
    this.held.aheadMs += days * DAY_MS;
    this.held.stripe.advance(days);
    await this.settle();
  }

  /** Runs the garbage collection like the job, for files older than 10 minutes. */
  async sweep(): Promise<void> {
    const { stage } = this;
    const garbage = collectGarbage({
      db: stage.database.db,
      files: stage.store.files,
      clock: () => this.now,
      newId: () => crypto.randomUUID(),
      warn: (text) => this.note(`    sweep warns: ${text}`),
    });
    await garbage.sweep(new Date(this.now.getTime() - 600_000));
  }
}
