/**
 * The command line, the server on PGlite and a folder, and the server on PostgreSQL and an object store write
 * the same bytes for the same project. Each database is compared with the command line.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runGeoloom } from '../cli/command-fixture.ts';
import type { Config } from '#server/config.ts';
import { makeFolder } from '#testkit/folder.ts';
import { addUser } from '#testkit/users.ts';
import { saveProject, townSeed, waitForRun } from '#testkit/project-calls.ts';
import { startS3Server } from '#testkit/s3-server.ts';
import { startTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { toCsv } from '#testkit/wxr-seed.ts';
import { readZip } from '#testkit/zip-reader.ts';

const KEY = '0b5f1f0e-6c1d-4f5e-9d6a-2f6f5a1f7c11';
const FOOTER = '<a href="[geo_url]">[geo_city] &amp; around</a>';
/**
 * Enough rows for three parts, with values that could be formatted differently, and rows that are skipped.
 */
const ROWS = [
  ['geo_city', 'geo_url'],
  ['Łódź & "Bałuty" 😀', 'lodz'],
  ['שלום', 'shalom'],
  ["L'Île-d’Yeu]]>", 'ile-d-yeu'],
  ['Waxahachie', 'waxahachie'],
  ['Kalispell', 'kalispell'],
  ['Nowhere', ''],
  ['Tuscaloosa', ''],
  ...Array.from({ length: 1_100 }, (_, index) => [`Town ${index + 1}`, `town-${index + 1}`]),
];
const SEED = townSeed({
  title: 'Plumber in [geo_city]',
  content: '<p title="[geo_city]">Plumber in [geo_city], [geo_county | default:"?"]</p>',
  metas: [['_yoast_wpseo_title', '[geo_city]: plumber']],
});

const FOLDER = 'a folder';
const OBJECT_STORE = 'an object store';

async function openStore(kind: string): Promise<Partial<Config>> {
  if (kind === FOLDER) return {};
  const store = await startS3Server();
  onTestFinished(() => store.close());
  return { s3: { region: 'us-east-1', ...store.options } };
}

/** All files in the zip from the server. */
async function runOnServer(csv: string, store: string): Promise<Map<string, Buffer>> {
  const { app, database } = await startTestApp({ config: await openStore(store) });
  const user = await addUser(database.db);
  const fields = { script: csv, footer_links: FOOTER, split_xml_file: '2' };
  const saved = await saveProject(app, user, { fields, seed: SEED });
  const id: number = saved.json().data.project_id;
  await waitForRun(app, user, id);
  await runSql(database, `update projects set key = '${KEY}' where id = ${id}`);
  await saveProject(app, user, { fields: { ...fields, project_id: String(id) }, seed: SEED });
  const { download_all_url: url } = await waitForRun(app, user, id);
  return readZip((await app.inject(url ?? '')).rawPayload);
}

/** All files that the command writes. */
async function runOnCommandLine(csv: string): Promise<Map<string, Buffer>> {
  const folder = makeFolder({
    'plumber.xml': new TextDecoder().decode(SEED),
    'pasted-data.csv': csv,
    footer: FOOTER,
  });
  const path = (name: string) => join(folder, name);
  const inputs = [
    '--seed',
    path('plumber.xml'),
    '--rows',
    path('pasted-data.csv'),
    '--footer',
    path('footer'),
  ];
  const output = ['--out', path('out'), '--project', KEY, '--split', '10MB'];
  const { code, stderr } = await runGeoloom(['build', ...inputs, ...output]);
  // 3: completed with skipped rows
  expect(code, stderr).toBe(3);
  return new Map(readdirSync(path('out')).map((name) => [name, readFileSync(path(`out/${name}`))]));
}

interface Manifest {
  problems: { file?: string }[];
  [field: string]: unknown;
}

function readManifest(files: Map<string, Buffer>): Manifest {
  return JSON.parse(files.get('manifest.json')?.toString() ?? '{}');
}

it.each([FOLDER, OBJECT_STORE])(
  'a server with %s writes the bytes that the command line writes',
  async (store) => {
    const csv = new TextDecoder().decode(toCsv(ROWS));
    const [served, built] = await Promise.all([runOnServer(csv, store), runOnCommandLine(csv)]);
    const compared = [...built.keys()].filter((name) => name !== 'manifest.json').sort();
    console.log(`compared ${compared.join(', ')}`);
    expect(compared).toEqual(
      expect.arrayContaining(['plumber-1-of-3.xml', 'plumber-3-of-3.xml', 'formed-links.html']),
    );
    for (const name of compared)
      expect(served.get(name)?.equals(built.get(name) ?? Buffer.of()), name).toBe(true);
    const [one, other] = [readManifest(served), readManifest(built)];
    for (const field of [
      'version',
      'generator',
      'type',
      'key',
      'pages',
      'skipped',
      'parts',
      'places_version',
      'places',
      'formed_links',
      'problem_count',
    ]) {
      expect(one[field], field).toEqual(other[field]);
    }
    expect(other['places']).toHaveLength(2);
    expect(one.problems.length).toBe(other.problems.length);
    // Same structure; the download also has a title, and its seed has another name.
    expect(Object.keys(one).filter((field) => field !== 'title')).toEqual(Object.keys(other));
    expect(one['rows']).toEqual(other['rows']);
    for (const field of ['seed', 'footer']) {
      const { bytes, sha256 } = other[field] as Record<string, unknown>;
      expect(one[field], field).toMatchObject({ bytes, sha256 });
    }
    expect(one['problem_count']).toBe(one.problems.length);
  },
  120_000,
);
