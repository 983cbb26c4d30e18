/** The process of one run of vitest: gets the options as its argument, sends what came of it to its parent. */
import { runVitest } from './run-vitest.ts';

const [, , options = '{}', ...files] = process.argv;
const part = await runVitest(JSON.parse(options), files);
process.send?.(part, () => process.exit());
