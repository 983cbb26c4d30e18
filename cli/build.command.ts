/**
 * `geoloom build` and `geoloom test`: read, plan, write next to the output folder, verify, rename. `test` differs only in
 * its pages, which are three samples.
 */
import { parse } from 'node:path';
import { layoutParts, type Plan, type Project, pickSamples, planPages } from '#engine';
import { describeFileError } from '#pump/file-problem.ts';
import type { PlannedParts } from '#pump/verify-parts.ts';
import type { BuildFlags, BuildMode } from './build-flags.ts';
import { readBuildInput } from './build-input.ts';
import { type BuildOutcome, reportBuild } from './build-report.ts';
import { type ExitCode, isFault } from './command-result.ts';
import { publishParts, refuse } from './publish-parts.ts';
import { checkOutput, type Output, openOutput, removeStaleOutputs } from './output-folder.ts';
import { createProgressBar, type ProgressBar } from './progress-bar.ts';
import { decideSplit, type Terminal } from './split-question.ts';

/** @returns the terminal for questions; undefined with `--json` or redirected streams */
function findTerminal({ json }: BuildFlags): Terminal | undefined {
  if (json || !process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  return { input: process.stdin, output: process.stderr };
}

function planBuild(project: Project, mode: BuildMode): Plan {
  const plan = planPages(project);
  return mode === 'test' ? pickSamples(plan) : plan;
}

async function planParts(plan: Plan, flags: BuildFlags, mode: BuildMode): Promise<PlannedParts> {
  // The question is about XML: a CSV is always split at the limit of its importer.
  const { extension } = plan.project.template;
  const bytes = extension === 'xml' ? plan.singleFileBytes : 0;
  const split = mode === 'test' ? null : await decideSplit(flags, bytes, findTerminal(flags));
  const layout = layoutParts(plan, { name: parse(flags.seed).name, split });
  return { layout, limitBytes: split?.bytes ?? null };
}

async function build(flags: BuildFlags, mode: BuildMode, bar: ProgressBar): Promise<BuildOutcome> {
  removeStaleOutputs(flags.out);
  const { key, problems: read, ready: input } = await readBuildInput(flags);
  const inputProblems = [...checkOutput(flags.out), ...read];
  if (!input) return refuse(inputProblems);
  const plan = planBuild(input.project, mode);
  const planProblems = [...inputProblems, ...plan.problems];
  if (planProblems.some(isFault)) return refuse(planProblems, plan.skipped);
  const planned = await planParts(plan, flags, mode);
  const problems = [...inputProblems, ...planned.layout.plan.problems, ...planned.layout.problems];
  if (problems.some(isFault)) return refuse(problems, planned.layout.skipped);
  let folder: Output | undefined;
  try {
    folder = openOutput(flags.out);
    return await publishParts(folder, { flags, input, key, planned, problems }, bar);
  } catch (error) {
    folder?.discard();
    return refuse([...problems, describeFileError(error, flags.out)], planned.layout.skipped);
  }
}

/** Builds the pages and prints the result. */
export async function runBuild(flags: BuildFlags, mode: BuildMode): Promise<ExitCode> {
  const bar = createProgressBar(process.stderr);
  try {
    const outcome = await build(flags, mode, bar);
    bar.clear();
    return reportBuild(outcome, flags, mode);
  } finally {
    bar.clear();
  }
}
