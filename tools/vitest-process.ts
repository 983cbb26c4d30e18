/** Process of one vitest run: takes the options as an argument and sends the result to its parent. */
import { runVitest } from './run-vitest.ts';

const [, , options = '{}', ...files] = process.argv;
const part = await runVitest(JSON.parse(options), files);
process.send?.(part, () => process.exit());
