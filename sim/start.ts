/** `npm start`. Nothing is loaded before the settings: a process that begins anew with them would load it twice. */
import '../server/process-settings.ts';
import '#pump/compile-cache.mjs';

await import('./start-simulated.ts');
