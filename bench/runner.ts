/**
 * A process that saves a project and follows its run: `node bench/runner.ts '{"address":…}'`. It reports that it is
 * ready, starts on a line of stdin, and prints start and duration of the run. It has the lowest priority, because users
 * have other machines than the server.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { waitForRun, deleteProject, type RunOptions, type RunTimes, saveProject } from './calls.ts';

const now = () => performance.timeOrigin + performance.now();

const { address, token, title, ...files }: RunOptions = JSON.parse(process.argv[2] ?? '{}');
const client = { address, token };
setPriority(constants.priority.PRIORITY_LOW);
const seed = new Uint8Array(readFileSync(files.seed));
const sheet = readFileSync(files.sheet, 'utf8');
process.stdout.write('ready\n');
await once(process.stdin, 'data');
const beginMs = now();
const saved = await saveProject(client, { seed, sheet, title });
await waitForRun(client, saved);
const times: RunTimes = { beginMs, tookMs: now() - beginMs };
await deleteProject(client, saved.project_id);
process.stdout.write(`${JSON.stringify(times)}\n`, () => process.exit(0));
