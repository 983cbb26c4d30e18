/**
 * Starts the server like `npm start` but without simulators; or, with the arguments `serve` and a web folder, like
 * production. Tests don't need a built web application.
 */
import { argv } from 'node:process';
import '#pump/compile-cache.mjs';

const { serve } = await import('#server/serve.ts');
await serve(argv[2] === 'serve' ? 'serve' : 'start', argv[3]);
