/**
 * Measures the JavaScript that the built application loads, gzipped: for the sign-in form, and for each page after
 * it. Static imports of a file count with it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Limits in bytes. */
const SIGN_IN_BYTES = 176_500;
const PAGE_BYTES = 63_000;
/** The application shell, which is loaded once, with the first page after sign-in. */
const FRAME_BYTES = 112_000;
/** The code editor of the footer links, which is loaded on focus and replaces a plain field. */
const EDITOR_BYTES = 180_000;
const EDITOR = 'footer-code';
/** The chart library, which is loaded after the figures; a table shows them, too. */
const CHART_BYTES = 140_000;
const CHART = 'search-chart';
const FRAME = /^assets\/frame-[^/]*\.js$/;

export interface WebWeight {
  signInBytes: number;
  frameBytes: number;
  /** The code editor of the footer links; 0 without one. */
  editorBytes: number;
  /** The chart library; 0 without one. */
  chartBytes: number;
  /** Size of each other lazy chunk, in addition to the sign-in form and the shell. */
  pages: { name: string; bytes: number }[];
}

const IMPORTED = /(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g;
const LOADED = /import\(\s*["'`]\.\/([^"'`]+\.js)["'`]\s*\)/g;
const FIRST = /<(?:script|link)[^>]*\s(?:src|href)="\/([^"]+\.js)"/g;

/**
 * Measures the output of `npm run build`.
 * @param folder of the built application, with its index.html
 */
export function measureWeb(folder: string): WebWeight {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const find = (file: string, pattern: RegExp) =>
    [...read(file).matchAll(pattern)].map(([, name]) => `assets/${name}`);
  /** Collects files and their static imports, except those already loaded. */
  const collect = (files: readonly string[], there: ReadonlySet<string>) => {
    const all = new Set(files.filter((file) => !there.has(file)));
    for (const file of all) for (const next of find(file, IMPORTED)) if (!there.has(next)) all.add(next);
    return all;
  };
  const weigh = (files: ReadonlySet<string>) =>
    [...files].reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0);

  const first = [...read('index.html').matchAll(FIRST)].map(([, name]) => name ?? '');
  if (first.length === 0) throw new Error(`The page in ${folder} loads no script.`);
  const signIn = collect(first, new Set());
  const parts = new Set([...signIn].flatMap((file) => find(file, LOADED)));
  for (const part of parts) {
    for (const file of collect([part], signIn)) for (const next of find(file, LOADED)) parts.add(next);
  }
  const frame = collect(
    [...parts].filter((part) => FRAME.test(part)),
    signIn,
  );
  const there = new Set([...signIn, ...frame]);
  const pages = [...parts]
    .filter((part) => !frame.has(part))
    .map((part) => ({ name: getName(part), bytes: weigh(collect([part], there)) }))
    .toSorted((a, b) => b.bytes - a.bytes);
  const getWeight = (part: string) => pages.find(({ name }) => name === part)?.bytes ?? 0;
  return {
    signInBytes: weigh(signIn),
    frameBytes: weigh(frame),
    editorBytes: getWeight(EDITOR),
    chartBytes: getWeight(CHART),
    pages: pages.filter(({ name }) => name !== EDITOR && name !== CHART),
  };
}

function getName(file: string): string {
  return file.replace(/^assets\/(.*)-[\w-]{8}\.js$/, '$1');
}

/** @returns one line for each exceeded limit */
export function findWeightFaults(weight: WebWeight): string[] {
  const { signInBytes, frameBytes, editorBytes, chartBytes, pages } = weight;
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  const check = (what: string, bytes: number, most: number) =>
    bytes <= most ? [] : [`${what} loads ${kilobytes(bytes)} of JavaScript, limit ${kilobytes(most)}`];
  return [
    ...check('The sign-in form', signInBytes, SIGN_IN_BYTES),
    ...check('The application shell', frameBytes, FRAME_BYTES),
    ...check('The code editor', editorBytes, EDITOR_BYTES),
    ...check('The chart library', chartBytes, CHART_BYTES),
    ...pages.flatMap(({ name, bytes }) => check(name, bytes, PAGE_BYTES)),
  ];
}
