/** The budget is worth nothing when a file is forgotten or counted twice: a small build with known sizes. */
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { findWeightFaults, weighWeb } from './web-weight.ts';

/** Text that gzip can hardly shrink, so that its size is nearly the size on the way. */
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

/** Noise is written as UTF-8, about half as large again; gzip takes some of it back. */
const isNear = (bytes: number, wanted: number) => bytes > wanted && bytes < wanted * 1.6 + 500;

it('counts scripts of the page and their imports once', () => {
  const { signInBytes, frameBytes, pages } = weighWeb(build());
  expect(isNear(signInBytes, 10_000), `${signInBytes}`).toBe(true);
  expect(isNear(frameBytes, 5000), `${frameBytes}`).toBe(true);
  expect(pages.map(({ name }) => name)).toEqual(['list-page', 'select']);
});

it('counts only scripts of a page that neither the form nor the shell has loaded', () => {
  const [list, select] = weighWeb(build()).pages;
  expect(isNear(list?.bytes ?? 0, 2000), `${list?.bytes}`).toBe(true);
  expect(isNear(select?.bytes ?? 0, 1000), `${select?.bytes}`).toBe(true);
});

it('names each part above its limit, with its size', () => {
  expect(findWeightFaults(weighWeb(build()))).toEqual([]);
  const faults = findWeightFaults(weighWeb(build({ react: 200_000, shell: 110_000, list: 62_000 })));
  expect(faults.map((fault) => fault.replaceAll(/\d+\.\d kB of/g, '… of'))).toEqual([
    'The sign-in form loads … of JavaScript, limit 180.5 kB',
    'The application shell loads … of JavaScript, limit 112.0 kB',
    'list-page loads … of JavaScript, limit 62.0 kB',
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
  expect(() => weighWeb(makeFolder({ 'index.html': '<p>Soon</p>' }))).toThrow(/loads no script/);
});
