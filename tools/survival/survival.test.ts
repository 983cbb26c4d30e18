/** A few deaths of the real server in each test run; a hundred of them are counted by main.ts. */
import { expect, it, onTestFinished } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { killRuns } from './kill-runs.ts';
import { killUploads } from './kill-uploads.ts';
import { makeFolderPlace, makeStorePlace, type Place } from './place.ts';

function folderPlace(): Place {
  const place = makeFolderPlace(makeFolder());
  onTestFinished(() => place.close());
  return place;
}

const nothing = { orphans: [], missing: [], doubled: [], unfinished: [] };

it('a server that is killed three times in its runs loses nothing, doubles nothing and leaves nothing', async () => {
  const { moments, ...report } = await killRuns(
    { place: folderPlace(), kills: 3, endsAt: Infinity, rows: 800 },
    () => {},
  );
  console.log(`killed while ${[...moments.keys()].join(', ')}`);
  expect(report).toMatchObject({ lost: [], differing: [], findings: nothing });
  expect(report.kills).toBeGreaterThanOrEqual(3);
}, 240_000);

it('a server that is killed in uploads leaves no half of them, and takes them when they are sent again', async () => {
  const report = await killUploads(
    { place: folderPlace(), kills: 2, endsAt: Infinity, kilobytes: 500 },
    () => {},
  );
  expect(report).toMatchObject({ orphans: [], missing: [], lost: [], refused: [] });
}, 240_000);

it('on PostgreSQL and S3 such a kill leaves no object, no unfinished upload and nothing half', async () => {
  const place = await makeStorePlace(makeFolder());
  onTestFinished(() => place.close());
  const report = await killUploads({ place, kills: 2, endsAt: Infinity, kilobytes: 500 }, () => {});
  expect(report).toMatchObject({ orphans: [], missing: [], lost: [], refused: [] });
}, 240_000);
