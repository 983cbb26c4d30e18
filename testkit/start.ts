/**
 * The server as `npm start` runs it, without simulators, or with the arguments `serve` and a folder of the web application
 * as in production: tests have what they need and no built application.
 */
import '../server/process-settings.ts';
import { argv } from 'node:process';
import '#pump/compile-cache.mjs';

const { serve } = await import('#server/serve.ts');
await serve(argv[2] === 'serve' ? 'serve' : 'start', argv[3]);
