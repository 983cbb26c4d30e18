/**
 * How much JavaScript the built application loads, gzipped: until the sign-in form can be used, and
 * with each page after it. Read from the built files: what a file imports at its beginning comes with it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Bytes; a kB is 1,000 of them. */
const SIGN_IN_BYTES = 180_500;
const PAGE_BYTES = 62_000;
/** Comes once, with the first page behind the sign-in: the shell that all of them stand in. */
const FRAME_BYTES = 112_000;
/** Loaded when somebody goes there, beside a field that works without: the code field of the footer links. */
const EDITOR_BYTES = 180_000;
const EDITOR = 'footer-code';
/** The library of charts: comes after the figures that it draws, which a table shows too. */
const CHART_BYTES = 140_000;
const CHART = 'search-chart';
const FRAME = /^assets\/frame-[^/]*\.js$/;

export interface WebWeight {
  signInBytes: number;
  frameBytes: number;
  /** The code field of the footer links; 0 where there is none. */
  editorBytes: number;
  /** The library of charts; 0 where there is none. */
  chartBytes: number;
  /** What each other part that is loaded on demand adds to the form and, behind the sign-in, the frame. */
  pages: { name: string; bytes: number }[];
}

const IMPORTED = /(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g;
const LOADED = /import\(\s*["'`]\.\/([^"'`]+\.js)["'`]\s*\)/g;
const FIRST = /<(?:script|link)[^>]*\s(?:src|href)="\/([^"]+\.js)"/g;

/**
 * Weighs what `npm run build` made.
 * @param folder of the built application, with its index.html
 */
export function weighWeb(folder: string): WebWeight {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const find = (file: string, pattern: RegExp) =>
    [...read(file).matchAll(pattern)].map(([, name]) => `assets/${name}`);
  /** The files themselves and what comes with them, without what is there already. */
  const gather = (files: readonly string[], there: ReadonlySet<string>) => {
    const all = new Set(files.filter((file) => !there.has(file)));
    for (const file of all) for (const next of find(file, IMPORTED)) if (!there.has(next)) all.add(next);
    return all;
  };
  const weigh = (files: ReadonlySet<string>) =>
    [...files].reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0);

  const first = [...read('index.html').matchAll(FIRST)].map(([, name]) => name ?? '');
  if (first.length === 0) throw new Error(`The page in ${folder} loads no script.`);
  const signIn = gather(first, new Set());
  const parts = new Set([...signIn].flatMap((file) => find(file, LOADED)));
  for (const part of parts) {
    for (const file of gather([part], signIn)) for (const next of find(file, LOADED)) parts.add(next);
  }
  const frame = gather(
    [...parts].filter((part) => FRAME.test(part)),
    signIn,
  );
  const there = new Set([...signIn, ...frame]);
  const pages = [...parts]
    .filter((part) => !frame.has(part))
    .map((part) => ({ name: nameOf(part), bytes: weigh(gather([part], there)) }))
    .toSorted((a, b) => b.bytes - a.bytes);
  const weightOf = (part: string) => pages.find(({ name }) => name === part)?.bytes ?? 0;
  return {
    signInBytes: weigh(signIn),
    frameBytes: weigh(frame),
    editorBytes: weightOf(EDITOR),
    chartBytes: weightOf(CHART),
    pages: pages.filter(({ name }) => name !== EDITOR && name !== CHART),
  };
}

function nameOf(file: string): string {
  return file.replace(/^assets\/(.*)-[\w-]{8}\.js$/, '$1');
}

/** @returns one line for each budget that is passed */
export function findWeightFaults(weight: WebWeight): string[] {
  const { signInBytes, frameBytes, editorBytes, chartBytes, pages } = weight;
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  const judge = (what: string, bytes: number, most: number) =>
    bytes <= most
      ? []
      : [`${what} loads ${kilobytes(bytes)} of JavaScript, at most ${kilobytes(most)} are allowed`];
  return [
    ...judge('The sign-in form', signInBytes, SIGN_IN_BYTES),
    ...judge('The frame around the pages', frameBytes, FRAME_BYTES),
    ...judge('The code field', editorBytes, EDITOR_BYTES),
    ...judge('The library of charts', chartBytes, CHART_BYTES),
    ...pages.flatMap(({ name, bytes }) => judge(name, bytes, PAGE_BYTES)),
  ];
}
