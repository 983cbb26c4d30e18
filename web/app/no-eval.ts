/**
 * Zod compiles schemas with `eval` if it can, and tests whether it can. The content security policy forbids
 * and reports that, so it's turned off here. Must be imported before any schema is created.
 */
import { config } from 'zod';

config({ jitless: true });
