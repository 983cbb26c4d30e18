/** The server as `npm start` runs it, without simulators: tests set up the outside services that they need. */
import '../server/process-settings.ts';
import '#pump/compile-cache.mjs';

const { serve } = await import('#server/serve.ts');
await serve('start');
