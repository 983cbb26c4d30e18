/** `geoloom reseal`: seals stored secrets with a new secret key. */
import { resealAll } from '#server/operator/reseal.ts';
import { loadSettings } from '#server/operator/settings.ts';
import { EXIT, type ExitCode, printJson, printLines } from './command-result.ts';
import { runOperator } from './operator-command.ts';
import { formatCount } from './problem-text.ts';

export interface ResealFlags {
  newKey?: boolean;
  json?: boolean;
}

export const runReseal = ({ newKey = false, ...flags }: ResealFlags): Promise<ExitCode> =>
  runOperator(flags, async () => {
    const { current, old, lost, oldKeyFile } = await resealAll(loadSettings(), newKey);
    const lines = [
      `Resealed ${formatCount(old, 'stored secret')} with the current key. ${current} already used it.`,
      ...(lost > 0
        ? [
            `${lost} can’t be opened with either key. Set GEOLOOM_OLD_SECRET_KEY to the key that sealed them and try again, or reconnect those accounts.`,
          ]
        : []),
      ...(oldKeyFile === undefined
        ? []
        : [
            `The previous key is in ${oldKeyFile}. Delete that file after three days, when no waiting email or job needs it.`,
          ]),
    ];
    if (flags.json === true)
      printJson({ ok: lost === 0, resealed: old, current, lost, old_key_file: oldKeyFile ?? null });
    else printLines(lines);
    return lost === 0 ? EXIT.completed : EXIT.refused;
  });
