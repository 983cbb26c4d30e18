/** Starts the server in a process that returns freed memory to the system. Nothing else runs before. */
import { trimMemory } from './trim-memory.ts';

trimMemory();
await import('./serve.ts');
