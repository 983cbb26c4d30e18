/** Prints the result of `build` and `test`: text with the verdict first, or one JSON object. */
import { basename, join } from 'node:path';
import { styleText } from 'node:util';
import type { Problem } from '#engine';
import { type GateEntry, MANIFEST_FILE } from '#pump/manifest.ts';
import type { PartEntry } from '#pump/verify-parts.ts';
import { LINKS_FILE } from '#pump/write-parts.ts';
import type { BuildFlags, BuildMode } from './build-flags.ts';
import { EXIT, type ExitCode, measureProcess, printJson, printLines } from './command-result.ts';
import { formatCount, replaceControls, writeProblems } from './problem-text.ts';
import { writeTable } from './terminal-table.ts';

export interface BuildOutcome {
  /** `refused`: faults in the input or of the file system; `failed`: faults found by the audit. */
  state: 'completed' | 'refused' | 'failed';
  /** Pages that are ready to import; in a failed run, pages that passed the audit. */
  pages: number;
  /** Skipped rows. */
  skipped: number;
  /** The quality gate, and what it holds back. */
  gate?: GateEntry | undefined;
  parts: PartEntry[];
  formedLinks: number;
  problems: Problem[];
  /** Pages that the schedule dates, with both ends in seconds since 1970. */
  scheduled?: { pages: number; first: number; last: number; zone: string } | undefined;
}

function findExitCode({ state, skipped }: BuildOutcome): ExitCode {
  if (state !== 'completed') return EXIT.refused;
  return skipped > 0 ? EXIT.skips : EXIT.completed;
}

/** Number of pages that the gate leaves out of the files. */
const countLeftOut = ({ gate }: BuildOutcome): number =>
  gate?.action === 'leave-out' ? gate.held.length : 0;

/** `, 2 held back by the quality gate` */
function writeHeldCount({ gate }: BuildOutcome): string {
  if (gate === undefined) return '';
  const held = gate.held.length.toLocaleString('en-US');
  if (gate.held.length === 0) return ', none held back by the quality gate';
  if (gate.action === 'leave-out') return `, ${held} held back by the quality gate`;
  const drafts = gate.held.length === 1 ? 'as a draft' : 'as drafts';
  const how = gate.action === 'draft' ? drafts : 'with noindex';
  return `, ${held} of them ${how} because of the quality gate`;
}

function writeVerdict(outcome: BuildOutcome, mode: BuildMode): string {
  const { state, pages, skipped } = outcome;
  if (state === 'refused') return styleText(['bold', 'red'], 'Refused. Nothing was written.');
  const all = pages + skipped + countLeftOut(outcome);
  if (state === 'failed') {
    return styleText(
      ['bold', 'red'],
      `The audit failed: ${formatCount(pages, 'page')} of ${all} would import. No files were written.`,
    );
  }
  if (mode === 'test')
    return styleText(['bold', 'green'], `${formatCount(pages, 'sample page')} ready to import.`);
  const ready = `${pages.toLocaleString('en-US')} of ${formatCount(all, 'page')} ready to import${writeHeldCount(outcome)}`;
  if (skipped === 0) return styleText(['bold', 'green'], `${ready}.`);
  const rows = `${formatCount(skipped, 'row')} ${skipped === 1 ? 'is' : 'are'} skipped`;
  return styleText(['bold', 'yellow'], `${ready}, ${rows}.`);
}

const MAX_LISTED_PAGES = 10;

/** Lists the pages that the gate holds back, weakest first. */
function writeHeld({ gate }: BuildOutcome): string[] {
  if (gate === undefined || gate.held.length === 0) return [];
  const weakest = gate.held.toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0));
  const columns = [{ heading: 'held back' }, { heading: 'score', isFigure: true }, { heading: 'url' }];
  const rows = weakest
    .slice(0, MAX_LISTED_PAGES)
    .map(({ title, score, url }) => [
      replaceControls(title),
      score === null ? '–' : score.toFixed(1),
      replaceControls(url),
    ]);
  const more = weakest.length - rows.length;
  return [
    '',
    ...writeTable(columns, rows),
    ...(more > 0 ? [`  and ${more.toLocaleString('en-US')} more, all are in ${MANIFEST_FILE}`] : []),
  ];
}

/** Formats a size; 1 MB is 1,000,000 bytes. */
function writeSize(bytes: number): string {
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(2)} KB` : `${(bytes / 1_000_000).toFixed(2)} MB`;
}

function writeParts(outcome: BuildOutcome, out: string): string[] {
  if (outcome.state !== 'completed') return [];
  const columns = [
    { heading: 'file' },
    { heading: 'size', isFigure: true },
    { heading: 'pages', isFigure: true },
    { heading: 'sha256' },
  ];
  const rows = outcome.parts.map(({ file, bytes, pages, sha256 }) => [
    file,
    writeSize(bytes),
    pages === 0 ? 'HubDB' : pages.toLocaleString('en-US'),
    `${sha256.slice(0, 16)}…`,
  ]);
  const links = `${formatCount(outcome.formedLinks, 'formed link')} in ${LINKS_FILE}`;
  return [
    '',
    ...writeTable(columns, rows),
    '',
    `  ${links}, the full report in ${MANIFEST_FILE}, all in ${join(out)}`,
  ];
}

function writeSchedule({ scheduled }: BuildOutcome): string[] {
  if (!scheduled) return [];
  const { pages, first, last, zone } = scheduled;
  const format = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone,
  });
  const write = (second: number) => format.format(second * 1000).replaceAll('\u202f', ' ');
  return [
    `  ${formatCount(pages, 'page')} scheduled: the first on ${write(first)}, the last on ${write(last)} (${zone})`,
  ];
}

/** Prints the outcome. */
export function reportBuild(outcome: BuildOutcome, flags: BuildFlags, mode: BuildMode): ExitCode {
  const { pages, skipped, gate, parts, formedLinks, problems } = outcome;
  const figures = measureProcess();
  if (flags.json) {
    printJson({
      ok: outcome.state === 'completed',
      pages,
      skipped,
      ...(gate && { gate }),
      parts,
      formed_links: formedLinks,
      problems,
      ...figures,
    });
    return findExitCode(outcome);
  }
  const inputs = [flags.seed, flags.rows, flags.combine, flags.footer].filter((path) => path !== undefined);
  const paths = new Map(inputs.map((path) => [basename(path), path]));
  const rest = outcome.state === 'completed' ? `all are in ${MANIFEST_FILE}` : 'all are shown with --json';
  const seconds = (figures.elapsed_ms / 1000).toFixed(1);
  const memory = Math.round(figures.peak_rss_bytes / 1_000_000);
  printLines([
    writeVerdict(outcome, mode),
    ...writeParts(outcome, flags.out),
    ...(mode === 'build' ? writeSchedule(outcome) : []),
    ...writeHeld(outcome),
    ...writeProblems(problems, { paths, rest }),
    '',
    `${seconds} s, at most ${memory} MB of memory`,
  ]);
  return findExitCode(outcome);
}
