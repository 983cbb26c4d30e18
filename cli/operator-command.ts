/** Commands for the operator of a server: errors whose text says what to do are printed, all others are faults of ours. */
import { EXIT, type ExitCode, printJson } from './command-result.ts';

const EXPLAINED = new Set([
  'ConfigError',
  'DatabaseError',
  'LockError',
  'GatewayError',
  'AppError',
  'BackupError',
]);

/** What the fields of a form would say. */
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
