/** Starts the server. */
import './process-settings.ts';
import '#pump/compile-cache.mjs';

await import('./serve.ts');
