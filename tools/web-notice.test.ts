/** Compares NOTICE with the packages of a build: missing, removed and relicensed ones. */
import { expect, it } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { findNoticeFaults, listPackages } from './web-notice.ts';

const NOTICE = `Geoloom

- Typefaces, under the SIL Open Font License: Overpass.

- MIT: react, react-dom,
  @mantine/core
- MIT AND ISC: victory-vendor
- ISC: d3-geo

The server contains a list.
`;
const PACKAGES = [
  '@mantine/core (MIT)',
  'd3-geo (ISC)',
  'react (MIT)',
  'react-dom (MIT)',
  'victory-vendor (MIT AND ISC)',
];

it('accepts a text that lists the packages of the build', () => {
  expect(findNoticeFaults(PACKAGES, NOTICE)).toEqual([]);
});

it('reports missing, removed and relicensed packages', () => {
  expect(findNoticeFaults([...PACKAGES.slice(1), 'uqr (MIT)'], NOTICE)).toEqual([
    'NOTICE lacks uqr (MIT), which the web application contains',
    "NOTICE lists @mantine/core (MIT), which the web application doesn't contain",
  ]);
  expect(findNoticeFaults(PACKAGES, NOTICE.replace('- ISC:', '- MIT-0:'))).toHaveLength(2);
});

it('finds the packages of modules, also nested ones', () => {
  const folder = makeFolder({
    'node_modules/@scope/a/package.json': '{"name":"@scope/a","license":"MIT"}',
    'node_modules/@scope/a/node_modules/b/package.json': '{"name":"b","license":"ISC"}',
  });
  const modules = ['a/dist/x.js', 'a/dist/y.js?charts', 'a/node_modules/b/z.js'];
  const paths = modules.map((path) => `${folder}/node_modules/@scope/${path}`);
  expect(listPackages([...paths, '/web/app/main.tsx'])).toEqual(['@scope/a (MIT)', 'b (ISC)']);
});
