/** Rows about the server: startup time, and throughput compared with a bare server. */
import type { BenchRow, BenchSizes } from './bench-rows.ts';
import { buildWeb, getDataFolder, withBothServers } from './bench-servers.ts';
import { PROJECTS } from './bench-users.ts';
import type { Fixtures } from './bench-run.ts';
import { runLoad } from './calls.ts';
import { startByNpm } from './served.ts';
import { findMedian, runRounds } from './stop-watch.ts';

const CONNECTIONS = 50;
const READS = [
  { path: '/api/v1/projects', what: `a list page of 25 out of ${PROJECTS} projects` },
  { path: '/api/v1/account/user-data', what: 'who is signed in' },
];

/** Measures from `npm start` until the server is ready, with the web application already built. */
export async function measureStarts(fixtures: Fixtures, { rounds }: BenchSizes): Promise<BenchRow[]> {
  buildWeb();
  const folder = getDataFolder(fixtures);
  const start = async () => {
    const server = await startByNpm(folder);
    await server.stop();
    return server.readyMs;
  };
  const first = await start();
  const later: number[] = [];
  for (let round = 0; round < rounds; round += 1) later.push(await start());
  return [
    { measure: 'npm start on an empty data folder, until ready', figure: first, unit: 'ms' },
    { measure: '  and the second time', figure: findMedian(later), unit: 'ms', must: 3000 },
  ];
}

/** Compares requests per second with the bare framework, which runs the same queries on the same data. */
export async function measureRequests(
  fixtures: Fixtures,
  { rounds, loadSeconds }: BenchSizes,
): Promise<BenchRow[]> {
  const paths = READS.map(({ path }) => path);
  return await withBothServers(fixtures, paths, async ({ server, bare }, { tokens }) => {
    const rate = async (address: string, path: string) => {
      const options = { address, paths: [path], tokens, connections: CONNECTIONS, seconds: loadSeconds };
      const { count, elapsedMs } = await runLoad(options);
      return count / (elapsedMs / 1000);
    };
    const rows: BenchRow[] = [];
    for (const { path, what } of READS) {
      const figures = await runRounds(rounds, {
        server: () => rate(server.address, path),
        bare: () => rate(bare.address, path),
      });
      const ratios = figures.server.map((figure, round) => figure / (figures.bare[round] ?? 0));
      rows.push(
        {
          measure: `requests a second, ${what} ÷ bare`,
          figure: findMedian(ratios),
          unit: '×',
          must: 0.5,
          aim: 0.8,
          isRate: true,
        },
        { measure: '  server', figure: findMedian(figures.server), unit: `/s` },
        { measure: '  bare framework, same queries', figure: findMedian(figures.bare), unit: '/s' },
      );
    }
    return rows;
  });
}
