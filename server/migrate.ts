/** `npm run migrate`: brings the database up to this version, lists what it ran, and ends. */
import '#pump/compile-cache.mjs';

const { runMigrations } = await import('./run-migrations.ts');
await runMigrations();
