// Entry of an engine thread: a thread has a cache of its own to open before it loads TypeScript.
import '../../pump/compile-cache.mjs';
import module from 'node:module';

await import('./engine-priority.ts');
export const { work } = await import('./engine-thread.ts');
// A thread that is ended from outside would not write its cache.
module.flushCompileCache();
