// Caches compiled TypeScript between starts: starting is faster, and threads don't load the TypeScript compiler. The
// cache is in node_modules and not in the system's folder for temporary files, where other users could change it.
// In a read-only folder everything works, only slower.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/geoloom', import.meta.url)));
