/** Runs for each file on a database: closes the one that its tests shared. */
import { afterAll } from 'vitest';
import { closeTestDatabase } from './test-database.ts';

afterAll(closeTestDatabase);
