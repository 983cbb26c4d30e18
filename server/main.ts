/** `npm run serve`: production. Checks all settings, starts no simulator and never migrates the database. */
import '#pump/compile-cache.mjs';

const { serve } = await import('./serve.ts');
await serve('serve');
