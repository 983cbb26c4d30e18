/** Entry of the command line: runs one command and ends with its exit code. */
import { CommanderError } from 'commander';
import { EXIT, type ExitCode, measureProcess, printJson } from './command-result.ts';
import { listenForSignals } from './interruption.ts';
import { createProgram } from './program.ts';

const ISSUES_HINT = 'This is a fault of Geoloom, not of your files. Please report it with the lines below.';

/** A reader that closed the pipe early has what it wanted; a full disk behind it has not. */
function listenForOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    process.stderr.write(`The output cannot be written (${error.code ?? error.message}).\n`);
    process.exit(EXIT.refused);
  });
}

function reportOwnFault(error: unknown): ExitCode {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${ISSUES_HINT}\n${detail}\n`);
  if (process.argv.includes('--json')) {
    const problem = { code: 'own-fault', severity: 'fault', text: ISSUES_HINT };
    printJson({
      ok: false,
      pages: 0,
      lost: 0,
      parts: [],
      formed_links: 0,
      problems: [problem],
      ...measureProcess(),
    });
  }
  return EXIT.refused;
}

async function run(): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.landed;
  try {
    await createProgram((code) => {
      exitCode = code;
    }).parseAsync();
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) return reportOwnFault(error);
    return error.exitCode === 0 ? EXIT.landed : EXIT.usage;
  }
}

listenForSignals();
listenForOutput();
process.exitCode = await run();
