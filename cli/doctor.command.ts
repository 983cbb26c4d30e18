/** `geoloom doctor`: prints one line for each check. */
import { styleText } from 'node:util';
import { type Check, examine } from '#server/operator/doctor.ts';
import { EXIT, type ExitCode, printJson, printLines } from './command-result.ts';
import { runOperator } from './operator-command.ts';
import { formatCount } from './problem-text.ts';
import { findVersion } from './program-version.ts';

export interface DoctorFlags {
  sendTo?: string;
  json?: boolean;
}

const COLORS = { ok: 'green', warning: 'yellow', problem: 'red', skipped: 'gray' } as const;
const STATE_WIDTH = 'problem'.length + 2;

const writeCheck = ({ name, state, text }: Check) =>
  `${styleText(COLORS[state], state.padEnd(STATE_WIDTH))}${styleText('bold', name)}: ${text}`;

export const runDoctor = ({ sendTo, ...flags }: DoctorFlags): Promise<ExitCode> =>
  runOperator(flags, async () => {
    const checks: Check[] = [];
    for await (const check of examine({ version: findVersion(), sendTo })) {
      checks.push(check);
      if (flags.json !== true) printLines([writeCheck(check)]);
    }
    const count = (state: Check['state']) => checks.filter((check) => check.state === state).length;
    const isOk = count('problem') === 0;
    if (flags.json === true) printJson({ ok: isOk, checks });
    else
      printLines([
        '',
        `${formatCount(count('problem'), 'problem')}, ${formatCount(count('warning'), 'warning')}.`,
      ]);
    return isOk ? EXIT.completed : EXIT.refused;
  });
