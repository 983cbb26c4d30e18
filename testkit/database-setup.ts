/** Setup of each test file with a database: closes the database that its tests share. */
import { afterAll } from 'vitest';
import { closeTestDatabase } from './test-database.ts';

afterAll(closeTestDatabase);
