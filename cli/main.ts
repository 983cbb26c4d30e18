/** Entry of the command line: runs one command and ends with its exit code. */
import { EXIT } from './command-result.ts';
import { listenForSignals } from './interruption.ts';
import { runCommand } from './run-command.ts';

/** A reader that closed the pipe early has what it wanted; a full disk behind it has not. */
function listenForOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    process.stderr.write(`The output cannot be written (${error.code ?? error.message}).\n`);
    process.exit(EXIT.refused);
  });
}

listenForSignals();
listenForOutput();
process.exitCode = await runCommand(process.argv.slice(2));
