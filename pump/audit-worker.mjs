// Entry of an audit thread: a thread has a cache of its own to open before it loads TypeScript.
import './compile-cache.mjs';
import module from 'node:module';

await import('./audit-thread.ts');
// A thread that is ended from outside would not write its cache.
module.flushCompileCache();
