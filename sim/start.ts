/** `npm start`. */
import '#pump/compile-cache.mjs';

await import('./start-simulated.ts');
