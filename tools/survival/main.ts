/**
 * `node tools/survival/main.ts --runs 100 --uploads 30 --stops 30`: kills and stops real servers and counts
 * what was lost, doubled or left behind. docs/survival.md tells how it judges; `npm test` does a little of it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { breakStore } from './break-store.ts';
import { killRuns } from './kill-runs.ts';
import { killSharers } from './kill-sharers.ts';
import { killUploads } from './kill-uploads.ts';
import { makeFolderPlace, makeSharedPlace, makeStorePlace, type Place } from './place.ts';
import { poison, starve } from './poison.ts';
import {
  print,
  printBreaks,
  printPoisoning,
  printRuns,
  printSharers,
  printStops,
  printUploads,
} from './print.ts';
import { stopServers } from './stop-servers.ts';

const { values } = parseArgs({
  options: {
    on: { type: 'string', default: 'folder' },
    runs: { type: 'string', default: '0' },
    uploads: { type: 'string', default: '0' },
    stops: { type: 'string', default: '0' },
    deaths: { type: 'string', default: '0' },
    breaks: { type: 'string', default: '0' },
    poison: { type: 'boolean', default: false },
    starve: { type: 'string', default: '0' },
    rows: { type: 'string', default: '3000' },
    'shared-rows': { type: 'string', default: '20000' },
    kilobytes: { type: 'string', default: '2000' },
    minutes: { type: 'string', default: '60' },
  },
});

function log(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function inPlace<Where extends Place, Report>(
  make: (dataFolder: string) => Where | Promise<Where>,
  work: (place: Where) => Promise<Report>,
): Promise<Report> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'geoloom-survival-'));
  try {
    const place = await make(dataFolder);
    try {
      return await work(place);
    } finally {
      await place.close();
    }
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

const isOnStore = values.on === 'store';
const wish = (name: keyof typeof values) => Number(values[name]);
/** A slow machine comes to fewer kills; what there are is judged. */
const endsAt = () => performance.now() + wish('minutes') * 60_000;
const size = { rows: wish('rows'), kilobytes: wish('kilobytes') };
const make = isOnStore ? makeStorePlace : makeFolderPlace;
let faults = 0;
print(isOnStore ? 'on PostgreSQL and S3' : 'on PGlite and a folder');
if (wish('runs') > 0) {
  faults += printRuns(
    await inPlace(make, (place) =>
      killRuns({ place, kills: wish('runs'), endsAt: endsAt(), rows: size.rows }, log),
    ),
  );
}
if (wish('uploads') > 0) {
  const spec = { kills: wish('uploads'), kilobytes: size.kilobytes };
  faults += printUploads(
    await inPlace(make, (place) => killUploads({ place, endsAt: endsAt(), ...spec }, log)),
  );
}
if (wish('stops') > 0) {
  faults += printStops(
    await inPlace(make, (place) => stopServers({ place, stops: wish('stops'), ...size }, log)),
  );
}
if (wish('breaks') > 0) {
  faults += printBreaks(
    await inPlace(makeStorePlace, (place) => breakStore({ place, breaks: wish('breaks'), ...size }, log)),
  );
}
if (values.poison) {
  const report = await inPlace(make, (place) => poison({ place, rows: size.rows }, log));
  faults += printPoisoning('is killed whenever it is at work', report);
}
if (wish('starve') > 0) {
  const megabytes = wish('starve');
  const report = await inPlace(make, (place) => starve({ place, rows: size.rows, megabytes }, log));
  faults += printPoisoning('has no memory', report);
}
if (wish('deaths') > 0) {
  const spec = { deaths: wish('deaths'), rows: wish('shared-rows') };
  faults += printSharers(
    await inPlace(isOnStore ? makeStorePlace : makeSharedPlace, (place) =>
      killSharers({ place, ...spec }, log),
    ),
  );
}
process.exit(faults === 0 ? 0 : 1);
