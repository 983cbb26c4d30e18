/** Entry of the command line: runs one command and ends with its exit code. */
import { EXIT } from './command-result.ts';
import { listenForSignals } from './interruption.ts';
import { runCommand } from './run-command.ts';

/** Ignores a closed pipe (EPIPE): its reader has ended. Reports other errors, such as a full disk. */
function ignoreBrokenPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    process.stderr.write(`Couldn't write the output (${error.code ?? error.message}).\n`);
    process.exit(EXIT.refused);
  });
}

listenForSignals();
ignoreBrokenPipe();
process.exitCode = await runCommand(process.argv.slice(2));
