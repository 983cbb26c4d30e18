// Entry under a Node that runs TypeScript: plain JavaScript, so that nothing is compiled before the
// cache is there.
import './compile-cache.mjs';

await import('./main.ts');
