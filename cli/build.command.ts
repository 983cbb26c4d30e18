/**
 * `geoloom build` and `geoloom test`: read, plan, write next to the output folder, verify, rename. `test` differs only in
 * its pages, which are three samples.
 */
import { parse } from 'node:path';
import { layoutParts, type Plan, type Problem, type Project, pickSamples, planPages } from '#engine';
import { describeFileError } from '#pump/file-problem.ts';
import { toGateEntry } from '#pump/manifest.ts';
import { applyGate, type QualityGate } from '#pump/quality-gate.ts';
import type { PlannedParts } from '#pump/verify-parts.ts';
import type { BuildFlags, BuildMode } from './build-flags.ts';
import { readBuildInput } from './build-input.ts';
import { type BuildOutcome, reportBuild } from './build-report.ts';
import { type ExitCode, isFault } from './command-result.ts';
import { type PlannedBuild, publishParts, refuse, showProgress } from './publish-parts.ts';
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

type Split = Parameters<typeof layoutParts>[1]['split'];

/** Only XML needs the question: a CSV is always split at the limit of its importer. */
async function chooseSplit(plan: Plan, flags: BuildFlags, mode: BuildMode): Promise<Split> {
  const bytes = plan.project.template.extension === 'xml' ? plan.singleFileBytes : 0;
  return mode === 'test' ? null : decideSplit(flags, bytes, findTerminal(flags));
}

function layOut(plan: Plan, { seed }: BuildFlags, split: Split): PlannedParts {
  return { layout: layoutParts(plan, { name: parse(seed).name, split }), limitBytes: split?.bytes ?? null };
}

async function build(flags: BuildFlags, mode: BuildMode, bar: ProgressBar): Promise<BuildOutcome> {
  removeStaleOutputs(flags.out);
  const { key, problems: read, ready: input } = await readBuildInput(flags);
  const inputProblems = [...checkOutput(flags.out), ...read];
  if (!input) return refuse(inputProblems);
  const plan = planBuild(input.project, mode);
  const planProblems = [...inputProblems, ...plan.problems];
  if (planProblems.some(isFault)) return refuse(planProblems, plan.skipped);
  const split = await chooseSplit(plan, flags, mode);
  const planned = layOut(plan, flags, split);
  const problems = [...inputProblems, ...planned.layout.plan.problems, ...planned.layout.problems];
  if (problems.some(isFault)) return refuse(problems, planned.layout.skipped);
  let folder: Output | undefined;
  try {
    folder = openOutput(flags.out);
    const ungated = { flags, input, key, planned, problems };
    if (!flags.gate) return await publishParts(folder, ungated, bar);
    const gated = await gateParts({ ...ungated, gate: flags.gate, split, inputProblems }, folder, bar);
    if ('state' in gated) folder.discard();
    return 'state' in gated ? gated : await publishParts(folder, gated, bar);
  } catch (error) {
    folder?.discard();
    return refuse([...problems, describeFileError(error, flags.out)], planned.layout.skipped);
  }
}

interface UngatedBuild extends Omit<PlannedBuild, 'gate'> {
  gate: QualityGate;
  split: Split;
  inputProblems: Problem[];
}

/** Measures the pages, and plans the parts without those that the gate holds back. */
async function gateParts(
  { gate, split, inputProblems, ...ungated }: UngatedBuild,
  { path }: Output,
  bar: ProgressBar,
): Promise<PlannedBuild | BuildOutcome> {
  const { table } = ungated.input;
  const hooks = { onProgress: showProgress(bar, 'measure') };
  const gated = await applyGate(ungated.planned, gate, { table, folder: path, hooks });
  if ('problems' in gated)
    return refuse([...ungated.problems, ...gated.problems], ungated.planned.layout.skipped);
  const planned = layOut(gated.plan, ungated.flags, split);
  const { layout } = planned;
  const problems = [...inputProblems, ...layout.plan.problems, ...layout.problems, ...gated.notices];
  if (problems.some(isFault)) return refuse(problems, layout.skipped);
  const held = gated.held.map((page) => ({ ...page, row: page.rowNumber }));
  return { ...ungated, planned, problems, gate: toGateEntry(gate, held) };
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
