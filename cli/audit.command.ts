/** `geoloom audit`: reports what an importer will do with any files, in the order given. */
import { statSync } from 'node:fs';
import { styleText } from 'node:util';
import { checkParts, type PlatformId, type Problem, type Verdict } from '#engine';
import { type AuditedFile, formatAuditTime } from '#pump/audit-file.ts';
import { createAuditPool } from '#pump/audit-pool.ts';
import { describeFileError } from '#pump/file-problem.ts';
import { EXIT, type ExitCode, measureProcess, printJson, printLines } from './command-result.ts';
import { formatCount, writeProblems } from './problem-text.ts';
import { createProgressBar } from './progress-bar.ts';
import { findForeignFiles } from './recognize-type.ts';
import { writeTable } from './terminal-table.ts';

export interface AuditFlags {
  type: PlatformId;
  json?: boolean;
}

interface AuditOutcome {
  audited: AuditedFile[];
  problems: Problem[];
  verdict?: Verdict;
}

/** @returns 0 for an unreadable file, whose error is reported when it is read */
function getSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

async function auditAll(files: readonly string[], format: PlatformId): Promise<AuditOutcome> {
  const pool = createAuditPool();
  const bar = createProgressBar(process.stderr);
  const now = formatAuditTime(new Date());
  const audited: AuditedFile[] = [];
  const problems: Problem[] = [];
  let done = 0;
  try {
    const all = files.map(async (file, index) => {
      try {
        audited[index] = await pool.audit({ path: file, file, format, now }, getSize(file));
      } catch (error) {
        problems.push(describeFileError(error, file));
      }
      done += 1;
      bar.show(done / files.length, `${done} of ${formatCount(files.length, 'file')} read`);
    });
    pool.finish();
    await Promise.all(all);
    const empty = audited.filter(({ audit }) => audit.pages === 0).map(({ audit }) => audit.file);
    problems.push(...findForeignFiles(empty));
    if (problems.length > 0) return { audited: [], problems };
    const verdict = checkParts(audited.map(({ audit }) => audit));
    return { audited, problems: verdict.problems, verdict };
  } finally {
    bar.clear();
    await pool.close();
  }
}

function writeVerdict({ audited, verdict }: AuditOutcome): string {
  if (!verdict) return styleText(['bold', 'red'], 'Not audited.');
  const pages = audited.reduce((sum, { audit }) => sum + audit.pages, 0);
  if (pages === 0) return styleText(['bold', 'red'], 'The files have no pages.');
  const all = formatCount(pages - (verdict.stubPages ?? 0), 'page');
  const ready = `${verdict.pages.toLocaleString('en-US')} of ${all} ready to import`;
  return verdict.ok
    ? styleText(['bold', 'green'], `${ready}.`)
    : styleText(['bold', 'red'], `${ready}, but some content will be missing or changed.`);
}

/** Audits the files and prints the result. */
export async function runAudit(files: readonly string[], flags: AuditFlags): Promise<ExitCode> {
  const outcome = await auditAll(files, flags.type);
  const { audited, problems, verdict } = outcome;
  const exitCode = verdict?.ok ? EXIT.completed : EXIT.refused;
  const entries = audited.map(({ audit, bytes, sha256 }) => ({
    file: audit.file,
    bytes,
    pages: audit.pages,
    sha256,
  }));
  if (flags.json) {
    printJson({
      ok: verdict?.ok ?? false,
      files: entries,
      pages: verdict?.pages ?? 0,
      problems,
      ...measureProcess(),
    });
    return exitCode;
  }
  const columns = [
    { heading: 'file' },
    { heading: 'bytes', isFigure: true },
    { heading: 'pages', isFigure: true },
  ];
  const rows = entries.map(({ file, bytes, pages }) => [
    file,
    bytes.toLocaleString('en-US'),
    pages.toLocaleString('en-US'),
  ]);
  printLines([
    writeVerdict(outcome),
    ...(rows.length > 0 ? ['', ...writeTable(columns, rows)] : []),
    ...writeProblems(problems, { paths: new Map(), rest: 'all are shown with --json' }),
  ]);
  return exitCode;
}
