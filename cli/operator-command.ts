/** Runs an operator command: prints errors that users can fix. Any other error is a bug. */
import { EXIT, type ExitCode, printJson } from './command-result.ts';

const EXPLAINED = new Set([
  'ConfigError',
  'DatabaseError',
  'LockError',
  'GatewayError',
  'AppError',
  'BackupError',
]);

/** Returns the texts that a form would show at its fields. */
function listFieldTexts(error: Error): string[] {
  const { details } = error as { details?: { fields?: Record<string, string[]> } };
  return Object.values(details?.fields ?? {}).flat();
}

export async function runOperator(
  flags: { json?: boolean },
  work: () => Promise<ExitCode>,
): Promise<ExitCode> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && EXPLAINED.has(error.name))) throw error;
    const text = [...new Set([error.message, ...listFieldTexts(error)])].join('\n');
    process.stderr.write(`${text}\n`);
    if (flags.json === true) printJson({ ok: false, message: text });
    return EXIT.refused;
  }
}
