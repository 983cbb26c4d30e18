/** Commands that back up an installation with an external database or file store. */
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { nameDatabaseFolder } from './open-existing.ts';

/** The database comes first: all files that it refers to were stored earlier. */
export function describeTools(config: Config): string[] {
  const { databaseUrl, s3, dataFolder } = config;
  const endpoint = s3?.endpoint === undefined ? '' : ` --endpoint-url ${s3.endpoint}`;
  const database =
    databaseUrl === undefined
      ? `stop the server, then: tar -cf geoloom-database.tar -C ${dataFolder} database (${nameDatabaseFolder(config)})`
      : 'pg_dump --format=custom --no-owner --file=geoloom.dump "$DATABASE_URL"';
  const files =
    s3 === undefined
      ? `tar -cf geoloom-files.tar --exclude=.scratch -C ${dataFolder} files (${join(dataFolder, 'files')})`
      : `aws s3 sync${endpoint} s3://${s3.bucket} ./geoloom-files`;
  return [
    'No backup was made, because the database or the files are outside of the data folder. Set "umask 077" so that only you can read the copies, then back them up with their own tools in this order. Servers can keep running.',
    `  1. Database: ${database}`,
    `  2. Files: ${files}`,
    '  3. Settings, especially GEOLOOM_SECRET_KEY, in a different place.',
    'After a restore, run this before you start the servers: geoloom restore --check',
  ];
}
