/** Measures a small build with known sizes, so that no file is forgotten or counted twice. */
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { findWeightFaults, measureWeb } from './web-weight.ts';

/** Text that gzip hardly compresses, so that its gzipped size is known. */
const noise = (bytes: number) =>
  `"${randomBytes(bytes)
    .toString('latin1')
    .replaceAll(/["\\\n\r]/g, '-')}"`;
const PAGE = `<script src="/color-scheme.js"></script><script type="module" crossorigin src="/assets/index-AAAAAAAA.js">
</script><link rel="modulepreload" crossorigin href="/assets/react-AAAAAAAA.js"><link rel="stylesheet" href="/x.css">`;

interface Sizes {
  react?: number;
  shell?: number;
  list?: number;
}

function build({ react = 10_000, shell = 5000, list = 2000 }: Sizes = {}) {
  return makeFolder({
    'index.html': PAGE,
    'color-scheme.js': '0',
    'assets/index-AAAAAAAA.js':
      'import{r}from"./react-AAAAAAAA.js";import"./zod-AAAAAAAA.js";const a=()=>import("./frame-AAAAAAAA.js"),b=()=>import(`./list-page-AAAAAAAA.js`);',
    'assets/react-AAAAAAAA.js': noise(react),
    'assets/zod-AAAAAAAA.js': 'import{r as s}from"./react-AAAAAAAA.js";',
    'assets/frame-AAAAAAAA.js': `import"./table-AAAAAAAA.js";${noise(shell)}`,
    'assets/list-page-AAAAAAAA.js':
      'import{t}from"./table-AAAAAAAA.js";import"./rows-AAAAAAAA.js";const c=()=>import("./select-AAAAAAAA.js")',
    'assets/table-AAAAAAAA.js': 'import"./react-AAAAAAAA.js";',
    'assets/rows-AAAAAAAA.js': noise(list),
    'assets/select-AAAAAAAA.js': noise(1000),
  });
}

/** UTF-8 makes the noise about half as large again, and gzip removes a part of that. */
const isNear = (bytes: number, wanted: number) => bytes > wanted && bytes < wanted * 1.6 + 500;

it('counts scripts of the page and their imports once', () => {
  const { signInBytes, frameBytes, pages } = measureWeb(build());
  expect(isNear(signInBytes, 10_000), `${signInBytes}`).toBe(true);
  expect(isNear(frameBytes, 5000), `${frameBytes}`).toBe(true);
  expect(pages.map(({ name }) => name)).toEqual(['list-page', 'select']);
});

it('counts only scripts of a page that neither the form nor the shell has loaded', () => {
  const [list, select] = measureWeb(build()).pages;
  expect(isNear(list?.bytes ?? 0, 2000), `${list?.bytes}`).toBe(true);
  expect(isNear(select?.bytes ?? 0, 1000), `${select?.bytes}`).toBe(true);
});

it('reports each part above its limit, with its size', () => {
  expect(findWeightFaults(measureWeb(build()))).toEqual([]);
  const faults = findWeightFaults(measureWeb(build({ react: 200_000, shell: 110_000, list: 63_000 })));
  expect(faults.map((fault) => fault.replaceAll(/\d+\.\d kB of/g, '… of'))).toEqual([
    'The sign-in form loads … of JavaScript, limit 176.5 kB',
    'The application shell loads … of JavaScript, limit 112.0 kB',
    'list-page loads … of JavaScript, limit 63.0 kB',
  ]);
});

it('has a higher limit for the code editor of the footer links', () => {
  const weigh = (bytes: number) =>
    findWeightFaults({ signInBytes: 0, frameBytes: 0, editorBytes: bytes, chartBytes: 0, pages: [] });
  expect(weigh(175_000)).toEqual([]);
  expect(weigh(190_000)).toHaveLength(1);
});

it('has a higher limit for the chart library', () => {
  const weigh = (bytes: number) =>
    findWeightFaults({ signInBytes: 0, frameBytes: 0, editorBytes: 0, chartBytes: bytes, pages: [] });
  expect(weigh(135_000)).toEqual([]);
  expect(weigh(145_000)).toHaveLength(1);
});

it('rejects a page without a script', () => {
  expect(() => measureWeb(makeFolder({ 'index.html': '<p>Soon</p>' }))).toThrow(/loads no script/);
});
