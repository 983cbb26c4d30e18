/** `geoloom reseal`: after the secret key was replaced. */
import { resealAll } from '#server/operator/reseal.ts';
import { loadSettings } from '#server/operator/settings.ts';
import { EXIT, type ExitCode, printJson, printLines } from './command-result.ts';
import { runOperator } from './operator-command.ts';

export interface ResealFlags {
  newKey?: boolean;
  json?: boolean;
}

export const runReseal = ({ newKey = false, ...flags }: ResealFlags): Promise<ExitCode> =>
  runOperator(flags, async () => {
    const { current, old, lost, oldKeyFile } = await resealAll(loadSettings(), newKey);
    const lines = [
      `Sealed ${old} stored secrets with the current key. ${current} had it already.`,
      ...(lost > 0
        ? [
            `${lost} open with neither key: set GEOLOOM_OLD_SECRET_KEY to the key they were made with and try again, or connect those accounts again.`,
          ]
        : []),
      ...(oldKeyFile === undefined
        ? []
        : [
            `The key before is kept in ${oldKeyFile}. Delete it after three days, when no waiting mail or job needs it.`,
          ]),
    ];
    if (flags.json === true)
      printJson({ ok: lost === 0, resealed: old, current, lost, old_key_file: oldKeyFile ?? null });
    else printLines(lines);
    return lost === 0 ? EXIT.completed : EXIT.refused;
  });
