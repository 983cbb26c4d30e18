/** Everything about the own account and its sessions: the one service that others see of this noun. */
import type { accountContract } from '#contract/account.contract.ts';
import type { HandlerInput, ReplyInput } from '#contract/endpoint.ts';
import type { Live } from '#server/db/live.ts';
import type { Db } from '#server/db/open.ts';
import type { PasswordHash } from '#server/gateways/password-hash.ts';
import { AppError } from '../../app-error.ts';
import type { Caller, TellSecurity, Visitor } from '../../caller.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { DEFAULT_AVATAR, toEmailKey } from './account.rules.ts';
import { findUser, findUserByEmail, updatePasswordHash } from './account.store.ts';
import type { LimitsService } from './limits.service.ts';
import { nameNetwork } from './network.rules.ts';
import { createSessions, type SessionsService } from './sessions.service.ts';
import { listAddresses } from './sessions.store.ts';
import { createSetUp, type SampleWishes, type SetUpService } from './set-up.service.ts';
import { createSignUps, describeSession, type SignUpService } from './sign-up.service.ts';

type Input<Verb extends keyof typeof accountContract> = HandlerInput<(typeof accountContract)[Verb]>;
type Reply<Verb extends keyof typeof accountContract> = Promise<ReplyInput<(typeof accountContract)[Verb]>>;

interface Needs {
  db: Db;
  live: Live;
  notifications: NotificationsService;
  passwords: PasswordHash;
  isCommonPassword: (password: string) => boolean;
  clock: () => Date;
  limits: LimitsService;
  tellSecurity: TellSecurity;
  sampleData: SampleWishes;
}

export interface AccountService extends Pick<SetUpService, 'createFirstAdmin'> {
  /** @returns who owns the token, unless the session is over or the account disabled */
  authenticate: SessionsService['authenticate'];
  /** @returns whether the session of an earlier call still lives; this is no use of it */
  isStillIn: SessionsService['isStillIn'];
  /** Yields when the session of an earlier call may have ended. */
  watchSession: SessionsService['watch'];
  /** @returns a fresh one-time token while there is no first account */
  prepareSetUp: SetUpService['prepare'];
  setupState(): Reply<'setupState'>;
  setUp(input: Input<'setUp'>, visitor: Visitor): Reply<'setUp'>;
  register(input: Input<'register'>, visitor: Visitor): Reply<'register'>;
  signIn(input: Input<'signIn'>, visitor: Visitor): Reply<'signIn'>;
  signOut(input: Input<'signOut'>, caller: Caller): Reply<'signOut'>;
  show(input: Input<'show'>, caller: Caller): Reply<'show'>;
  userData(input: Input<'userData'>, caller: Caller): Reply<'userData'>;
}

interface Parts extends Needs {
  sessions: SessionsService;
  signUps: SignUpService;
}

export function createAccount(needs: Needs): AccountService {
  const { db, live, clock, notifications, sampleData, tellSecurity } = needs;
  const sessions = createSessions({ db, live, clock, tellSecurity });
  const signUps = createSignUps({ ...needs, sessions });
  const setUps = createSetUp({ db, signUps, sampleData });
  const parts: Parts = { ...needs, sessions, signUps };
  return {
    authenticate: sessions.authenticate,
    isStillIn: sessions.isStillIn,
    watchSession: sessions.watch,
    prepareSetUp: setUps.prepare,
    createFirstAdmin: setUps.createFirstAdmin,
    async setUp(input, visitor) {
      const signed = await setUps.setUp(input, visitor);
      tellSecurity('user_created', { visitor, userId: signed.id, email: toEmailKey(signed.email) });
      return signed;
    },
    setupState: async () => ({ needed: await setUps.isNeeded(), maintenance: false }),
    register: (input, visitor) => register(parts, input, visitor),
    signIn: (input, visitor) => signIn(parts, input, visitor),
    async signOut(_input, caller) {
      await sessions.end(caller.sessionId);
      tellSecurity('authn_token_delete', { visitor: caller, userId: caller.actor.userId });
      return {};
    },
    async show(_input, { actor: { userId } }) {
      const user = await findUser(db, userId);
      // Deleted between the door and here.
      if (user === undefined) throw new AppError('unauthenticated');
      const { first_name, last_name, email, created_at: createdAt } = user;
      return { first_name, last_name, email, avatar: DEFAULT_AVATAR, created_at: createdAt.toISOString() };
    },
    async userData(_input, { actor: { userId }, role, name }) {
      const unread_count = await notifications.unreadCount(userId);
      return { id: userId, role, name, avatar: DEFAULT_AVATAR, unread_count };
    },
  };
}

async function register(parts: Parts, { body }: Input<'register'>, visitor: Visitor): Reply<'register'> {
  const { db, limits, signUps, tellSecurity } = parts;
  const { password_confirmation: _confirmation, ...form } = body;
  signUps.check(form);
  await limits.countRegistration(visitor.ip);
  const person = await signUps.prepare(form, 'user', nameNetwork(visitor.ip));
  const signed = await db.transaction().execute((trx) => signUps.signUp(trx, person, visitor));
  tellSecurity('user_created', { visitor, userId: signed.id, email: toEmailKey(signed.email) });
  return signed;
}

/**
 * Known and unknown addresses, wrong passwords and disabled accounts get the same answer for the same
 * work, so that the answer tells nobody who has an account.
 */
async function signIn(parts: Parts, { body }: Input<'signIn'>, visitor: Visitor): Reply<'signIn'> {
  const { db, limits, passwords, sessions, tellSecurity } = parts;
  // The database cannot store this character, so no account has it.
  const emailKey = toEmailKey(body.email).replaceAll('\0', '\ufffd');
  const user = await findUserByEmail(db, emailKey);
  const network = nameNetwork(visitor.ip);
  const addresses = await listAddresses(db, user?.id ?? 0);
  const isKnownAddress = addresses.some((address) => nameNetwork(address) === network);
  await limits.countSignIn({ ip: visitor.ip, emailKey, isKnownAddress, signal: visitor.signal });

  const verdict = await passwords.verify(body.password, user?.password_hash, network);
  if (user === undefined || !verdict.isRight || user.is_disabled) {
    const known = user === undefined ? {} : { userId: user.id };
    tellSecurity('authn_login_fail', { visitor, email: emailKey, ...known });
    throw new AppError('wrong_credentials');
  }
  if (verdict.isOutdated) {
    const change = {
      id: user.id,
      from: user.password_hash,
      to: await passwords.hash(body.password, network),
    };
    await updatePasswordHash(db, change);
  }
  const token = await db.transaction().execute((trx) => sessions.open(trx, user, visitor));
  tellSecurity('authn_login_success', { visitor, userId: user.id, email: emailKey });
  return describeSession(user, token);
}
