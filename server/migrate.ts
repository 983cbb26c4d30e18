/** `npm run migrate`: migrates the database to this version and lists the migrations that ran. */
import '#pump/compile-cache.mjs';

const { runMigrations } = await import('./run-migrations.ts');
await runMigrations();
