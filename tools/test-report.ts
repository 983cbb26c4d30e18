/** Counts the results of a test run and formats them for the end of the output. */
import type { TestModule } from 'vitest/node';

declare module 'vitest' {
  interface TaskMeta {
    /** Text of the pages of a failed journey, by line. */
    shown?: string[];
    /** Method and path of the calls that the application made, under `/api/v1`, without queries. */
    calls?: string[];
    /** Paths of the pages that a journey's browser showed. */
    paths?: string[];
  }
}

/** An error of vitest. */
interface Reason {
  message: string;
  diff?: string;
  stacks?: { file: string; line: number }[];
}

/** Time of a test file, or of a step of the checks. */
interface FileTime {
  part: string;
  name: string;
  tests: number;
  seconds: number;
}

/** Result of one test, with the calls and paths that it saw. */
export interface TestResult {
  file: string;
  /** Title of the test, without its groups. */
  name: string;
  isPassed: boolean;
  isJourney: boolean;
  calls: string[];
  paths: string[];
}

export interface Part {
  files: FileTime[];
  results?: TestResult[];
  passed: number;
  /** The first line of each is the name; the reason follows. */
  failures: string[];
}

const SLOWEST = 10;
const MAX_LINES = 12;

/**
 * Counts the results. Everything that did not pass has failed: skipped tests, and files or groups with errors in
 * loading, setup or teardown.
 */
export function countModules(modules: readonly TestModule[]): Part {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const passed = tests.filter((test) => test.result().state === 'passed');
  const groups = modules.flatMap((module) => [module, ...module.children.allSuites()]);
  return {
    files: modules.map((module) => ({
      part: module.project.name,
      name: module.relativeModuleId,
      tests: [...module.children.allTests()].length,
      seconds: sumDurations(module),
    })),
    results: tests.map((test) => ({
      file: test.module.relativeModuleId,
      name: test.name,
      isPassed: passed.includes(test),
      isJourney: test.project.name.endsWith('journeys'),
      calls: test.meta().calls ?? [],
      paths: test.meta().paths ?? [],
    })),
    passed: passed.length,
    failures: [
      ...groups
        .filter((group) => group.errors().length > 0)
        .map((group) =>
          group.type === 'module'
            ? describeFailure(nameModule(group), group.errors())
            : describeFailure(`${nameModule(group.module)} > ${group.fullName}`, group.errors()),
        ),
      ...tests
        .filter((test) => !passed.includes(test))
        .map((test) => {
          const { state, errors = [] } = test.result();
          const reasons = errors.length === 0 ? [{ message: state }] : errors;
          const failure = describeFailure(`${nameModule(test.module)} > ${test.fullName}`, reasons);
          return [failure, ...(test.meta().shown ?? [])].join('\n    | ');
        }),
    ],
  };
}

function nameModule({ project, relativeModuleId }: TestModule): string {
  return `[${project.name}] ${relativeModuleId}`;
}

function sumDurations(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic();
  return (environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration) / 1000;
}

/** Formats a failure: the name, then the errors and their location, indented. */
export function describeFailure(name: string, reasons: readonly Reason[]): string {
  const lines = reasons.flatMap(({ message, diff = '', stacks: [place] = [] }) => [
    ...message.split('\n'),
    ...diff.split('\n').filter((line) => line !== ''),
    ...(place === undefined ? [] : [`at ${place.file}:${place.line}`]),
  ]);
  return [name, ...lines.slice(0, MAX_LINES).map((line) => `    ${line}`)].join('\n');
}

/** @returns the end of the output: failures, slowest files, time per part, and the counts as the last line */
export function describeRun(parts: readonly Part[], seconds: number, budgetMinutes: number): string {
  const files = parts.flatMap((part) => part.files).toSorted((a, b) => b.seconds - a.seconds);
  const failures = parts.flatMap((part) => part.failures);
  const passed = sum(parts.map((part) => part.passed));
  return [
    ...failures.map((failure) => `✗ ${failure}`),
    'Slowest files',
    ...files.slice(0, SLOWEST).map((file) => formatRow(file.seconds, `[${file.part}] ${file.name}`)),
    'Time per part (sum over workers)',
    ...Map.groupBy(files, ({ part }) => part)
      .entries()
      .map(([part, own]) => {
        const tests = sum(own.map((file) => file.tests));
        return formatRow(
          sum(own.map((file) => file.seconds)),
          `${part}: ${own.length} files, ${tests} tests`,
        );
      }),
    `Time: ${formatMinutes(seconds)} of ${formatMinutes(60 * budgetMinutes)} min`,
    `${passed} passed, ${failures.length} failed`,
  ].join('\n');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function formatRow(seconds: number, text: string): string {
  return `${seconds.toFixed(1).padStart(8)} s  ${text}`;
}

function formatMinutes(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
