/** Starts the server. */
import './trim-memory.ts';
import '#pump/compile-cache.mjs';

await import('./serve.ts');
