/**
 * The rules of forms would compile themselves with `eval` where it is allowed, and try whether it is.
 * The page's policy forbids and reports it. Imported before any rule is made.
 */
import { config } from 'zod';

config({ jitless: true });
