/** Commands for the operator of a server; the server's modules are loaded when one of them is called. */
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import type { CheckFlags, RestoreFlags } from './backup.command.ts';
import type { ExitCode } from './command-result.ts';
import type { DoctorFlags } from './doctor.command.ts';
import type { ResealFlags } from './reseal.command.ts';
import type { UserFlags } from './user.command.ts';

type Finish = (code: ExitCode) => void;

const JSON_TEXT = 'print exactly one JSON object on standard output';
const ROLES = ['user', 'admin', 'superadmin'] as const;
type Role = (typeof ROLES)[number];

const SETTINGS = `
Settings are read from the environment and from .env in the current folder, as the server reads them.`;

const EXIT_CODES = `
Exit code: 0 done, 1 refused or failed, 2 usage error.`;

const USER_EXAMPLES = `
With the embedded database, stop the server first. With PostgreSQL, it can keep running. The audit log records each
change as made by "The server operator".
${SETTINGS}

Examples:
  geoloom user create ada@example.com --name "Ada Byron" --role superadmin
  geoloom user reset-link ada@example.com
  geoloom user disable ada@example.com
${EXIT_CODES}`;

const RESEAL_EXAMPLES = `
Opens stored secrets with GEOLOOM_SECRET_KEY or GEOLOOM_OLD_SECRET_KEY and seals them with GEOLOOM_SECRET_KEY. You can
run it again at any time. --new-key first replaces the key in the data folder of an embedded installation.
${SETTINGS}
${EXIT_CODES}`;

const DOCTOR_EXAMPLES = `
Safe to run while the server is running: it only writes one small file to the file store and deletes it. It skips an
embedded database that a server is using and checks everything else.
${SETTINGS}

Examples:
  geoloom doctor
  geoloom doctor --send-to you@example.com
  geoloom doctor --json

Exit code: 0 no problems, 1 at least one problem, 2 usage error.`;

const BACKUP_EXAMPLES = `
Stop the server first: the command locks the data folder, or names the process that holds the lock. The backup gets its
name only when it is complete. With PostgreSQL or a bucket, the command prints how to back them up.
${SETTINGS}

Example:
  geoloom backup /backups/geoloom-2026-11-28
${EXIT_CODES}`;

const RESTORE_EXAMPLES = `
Compares every file with its hash in the backup before it changes the data folder.
${SETTINGS}

Examples:
  geoloom restore /backups/geoloom-2026-11-28
  geoloom restore /backups/geoloom-2026-11-28 --replace
  geoloom restore --check --all
${EXIT_CODES}`;

function parseName(text: string): { first_name: string; last_name: string } {
  const [first = '', ...rest] = text.trim().split(/\s+/);
  if (rest.length === 0) throw new InvalidArgumentError('Enter a first and a last name: --name "Ada Byron"');
  return { first_name: first, last_name: rest.join(' ') };
}

function parseEmail(text: string): string {
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return text;
  throw new InvalidArgumentError('This isn’t an email address.');
}

const emailArgument = () => new Argument('<email>', 'email address of the account').argParser(parseEmail);

function addUser(program: Command, finish: Finish): void {
  const user = program
    .command('user')
    .description('list, create, disable and change accounts')
    .addHelpText('after', USER_EXAMPLES);
  const addCommand = (name: string, text: string) =>
    user.command(name).description(text).option('--json', JSON_TEXT);
  addCommand('list', 'list all accounts')
    .option('--search <text>', 'only accounts whose name, email address or agency contains this')
    .action(async (flags: UserFlags & { search?: string }) => {
      const { listUsers } = await import('./user.command.ts');
      finish(await listUsers(flags));
    });
  addCommand('create', 'create an account and print a link to set its password')
    .addArgument(emailArgument())
    .requiredOption('--name <first and last name>', 'name of the user', parseName)
    .addOption(new Option('--role <role>', 'role of the user').choices(ROLES).default('user'))
    .action(async (email: string, flags: UserFlags & { name: ReturnType<typeof parseName>; role: Role }) => {
      const { createUser } = await import('./user.command.ts');
      finish(await createUser(flags, { email, ...flags.name, role: flags.role }));
    });
  addCommand('reset-link', 'print a link to set a new password')
    .addArgument(emailArgument())
    .action(async (email: string, flags: UserFlags) => {
      const { makeResetLink } = await import('./user.command.ts');
      finish(await makeResetLink(flags, email));
    });
  addCommand(
    'two-factor-off',
    'turn off two-factor sign-in for a user who lost their device and recovery codes',
  )
    .addArgument(emailArgument())
    .action(async (email: string, flags: UserFlags) => {
      const { turnTwoFactorOff } = await import('./user.command.ts');
      finish(await turnTwoFactorOff(flags, email));
    });
  for (const [name, is_disabled, done] of [
    ['disable', true, 'Disabled the account.'],
    ['enable', false, 'Enabled the account.'],
  ] as const)
    addCommand(name, `${name} an account and end its sessions`)
      .addArgument(emailArgument())
      .action(async (email: string, flags: UserFlags) => {
        const { changeUser } = await import('./user.command.ts');
        finish(await changeUser(flags, { email, change: { is_disabled }, done }));
      });
  addCommand('role', 'change the role of an account and end its sessions')
    .addArgument(emailArgument())
    .addArgument(new Argument('<role>', 'the new role').choices(ROLES))
    .action(async (email: string, role: Role, flags: UserFlags) => {
      const { changeUser } = await import('./user.command.ts');
      finish(await changeUser(flags, { email, change: { role }, done: `The role is now ${role}.` }));
    });
}

function addReseal(program: Command, finish: Finish): void {
  program
    .command('reseal')
    .description('seal stored tokens with the current secret key')
    .option('--new-key', 'first replace the key in the data folder of the embedded installation')
    .option('--json', JSON_TEXT)
    .addHelpText('after', RESEAL_EXAMPLES)
    .action(async (flags: ResealFlags) => {
      const { runReseal } = await import('./reseal.command.ts');
      finish(await runReseal(flags));
    });
}

function addBackup(program: Command, finish: Finish): void {
  program
    .command('backup')
    .description('copy the database, files and key of an embedded installation to a new folder')
    .argument('<folder>', 'new folder for the backup')
    .option('--json', JSON_TEXT)
    .addHelpText('after', BACKUP_EXAMPLES)
    .action(async (folder: string, flags: { json?: boolean }) => {
      const { runBackup } = await import('./backup.command.ts');
      finish(await runBackup(folder, flags));
    });
  const restore = program
    .command('restore')
    .description('restore a backup into an empty data folder, or check a restored installation')
    .argument('[backup]', 'folder of the backup')
    .option('--replace', 'first move the contents of the data folder away')
    .option('--check', 'check the database and files without changing anything')
    .option('--all', 'with --check: read every file instead of 1 in 20')
    .option('--json', JSON_TEXT)
    .addHelpText('after', RESTORE_EXAMPLES);
  restore.action(
    async (backup: string | undefined, flags: RestoreFlags & CheckFlags & { check?: boolean }) => {
      if ((backup === undefined) === (flags.check !== true))
        restore.error('error: name the folder of a backup, or add --check.');
      const { runCheck, runRestore } = await import('./backup.command.ts');
      finish(await (backup === undefined ? runCheck(flags) : runRestore(backup, flags)));
    },
  );
}

function addDoctor(program: Command, finish: Finish): void {
  program
    .command('doctor')
    .description('check the settings, database, files, mail, keys, public address and clock of a server')
    .addOption(
      new Option('--send-to <email>', 'also send a test email to this address').argParser(parseEmail),
    )
    .option('--json', JSON_TEXT)
    .addHelpText('after', DOCTOR_EXAMPLES)
    .action(async (flags: DoctorFlags) => {
      const { runDoctor } = await import('./doctor.command.ts');
      finish(await runDoctor(flags));
    });
}

export function addOperatorCommands(program: Command, finish: Finish): void {
  addDoctor(program, finish);
  addBackup(program, finish);
  addUser(program, finish);
  addReseal(program, finish);
}
