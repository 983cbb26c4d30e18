/** Runs one command. */
import { CommanderError } from 'commander';
import { EXIT, type ExitCode, measureProcess, printJson } from './command-result.ts';
import { createProgram } from './program.ts';

const BUG_TEXT =
  'This is a bug in Geoloom, not a problem with your files. Please report it with the lines below.';

/** @param args arguments after the name of the program */
export async function runCommand(args: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.completed;
  try {
    const program = createProgram((code) => {
      exitCode = code;
    });
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) return reportBug(error, args.includes('--json'));
    return error.exitCode === 0 ? EXIT.completed : EXIT.usage;
  }
}

function reportBug(error: unknown, isJson: boolean): ExitCode {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${BUG_TEXT}\n${detail}\n`);
  if (isJson) {
    const problem = { code: 'own-fault', severity: 'fault', text: BUG_TEXT };
    printJson({
      ok: false,
      pages: 0,
      skipped: 0,
      parts: [],
      formed_links: 0,
      problems: [problem],
      ...measureProcess(),
    });
  }
  return EXIT.refused;
}
