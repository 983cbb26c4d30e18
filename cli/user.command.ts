/** `geoloom user …`: lists and changes accounts. */
import { styleText } from 'node:util';
import { loadSettings } from '#server/operator/settings.ts';
import { type OperatorAccount, type OperatorUsers, withUsers } from '#server/operator/users.ts';
import { EXIT, type ExitCode, printJson, printLines } from './command-result.ts';
import { runOperator } from './operator-command.ts';
import { writeTable } from './terminal-table.ts';

export interface UserFlags {
  json?: boolean;
}

const COLUMNS = ['Email', 'Name', 'Role', 'Status', 'Two-factor', 'Agency', 'Last active'].map((heading) => ({
  heading,
}));

type Settings = ReturnType<typeof loadSettings>;

interface Outcome {
  json: object;
  lines: string[];
  /** Printed on standard error, also with `--json`. */
  warning?: string;
}

/** Runs a job on the accounts and prints its outcome. */
function run(
  flags: UserFlags,
  work: (users: OperatorUsers, config: Settings) => Promise<Outcome>,
): Promise<ExitCode> {
  return runOperator(flags, async () => {
    const config = loadSettings();
    const { json, lines, warning } = await withUsers(config, (users) => work(users, config));
    if (flags.json === true) printJson({ ok: true, ...json });
    else printLines(lines);
    if (warning !== undefined) process.stderr.write(`${warning}\n`);
    return EXIT.completed;
  });
}

const formatDay = (date: Date | null) => date?.toISOString().slice(0, 10) ?? 'never';

export const listUsers = ({ search, ...flags }: UserFlags & { search?: string }): Promise<ExitCode> =>
  run(flags, async (users) => {
    const found = await users.list(search);
    const rows = found.map(({ email, name, role, agency, ...user }) => [
      email,
      name,
      role,
      user.is_disabled ? 'disabled' : 'active',
      user.has_two_factor ? 'on' : 'off',
      agency ?? '–',
      formatDay(user.last_seen_at),
    ]);
    const lines = found.length === 0 ? ['No accounts found.'] : writeTable(COLUMNS, rows);
    return { json: { users: found }, lines };
  });

type Link = Awaited<ReturnType<OperatorUsers['makeResetLink']>>;

const describeLink = ({ url, expiresAt }: Link, purpose: string, { publicUrl }: Settings): Outcome => ({
  json: { url, expires_at: expiresAt },
  ...(publicUrl === undefined && {
    warning: `PUBLIC_URL isn’t set, so the link begins with ${new URL(url).origin}. If users open Geoloom at another URL, replace this part of the link.`,
  }),
  lines: [
    `${purpose} The link works once, until ${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC. Anyone with this link can take over the account, so send it privately:`,
    styleText('bold', url),
  ],
});

export const createUser = (flags: UserFlags, account: OperatorAccount): Promise<ExitCode> =>
  run(flags, async (users, config) =>
    describeLink(
      await users.create(account),
      `Created the account ${account.email} (${account.role}).`,
      config,
    ),
  );

export const makeResetLink = (flags: UserFlags, email: string): Promise<ExitCode> =>
  run(flags, async (users, config) =>
    describeLink(await users.makeResetLink(email), `Created a link for ${email}.`, config),
  );

export const turnTwoFactorOff = (flags: UserFlags, email: string): Promise<ExitCode> =>
  run(flags, async (users) => {
    const isChanged = await users.turnTwoFactorOff(email);
    const text = isChanged
      ? `Two-factor sign-in is off for ${email}, and all sessions have ended. The user gets an email.`
      : 'Nothing to change: two-factor sign-in was already off.';
    return { json: { is_changed: isChanged }, lines: [text] };
  });

type Change = Parameters<OperatorUsers['update']>[1];

export const changeUser = (
  flags: UserFlags,
  { email, change, done }: { email: string; change: Change; done: string },
): Promise<ExitCode> =>
  run(flags, async (users) => {
    const isChanged = await users.update(email, change);
    const text = isChanged ? `${done} All sessions of ${email} have ended.` : 'Nothing to change.';
    return { json: { is_changed: isChanged }, lines: [text] };
  });
