// Entry of an audit thread: each thread opens the compile cache before it loads TypeScript.
import './compile-cache.mjs';
import module from 'node:module';

await import('./audit-thread.ts');
// A terminated thread doesn't write its cache.
module.flushCompileCache();
