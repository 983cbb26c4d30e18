/** The statements of the specification other than routes and calls. */
import { FACTS } from './facts.ts';
import type { Proofs } from './proofs.ts';
import { TEXTS } from './texts.ts';

export interface Statement {
  point: number;
  says: string;
  /** File and title of the test that proves it. */
  test?: readonly [file: string, title: string];
  /** The text that the test must look for on the screen. */
  shows?: string;
}

/** Statements without a test yet, by point. */
const UNPROVEN: Record<number, readonly string[]> = {
  '2': [
    '“Select Project Type”',
    '“Main Admin”',
    'The sidebar is 339 px wide in the browser',
    'A slide takes 1000 ms',
    'The list of results is about 10rem high at most',
  ],
  '5': ['Domain labels of 1 to 63 characters, a last part of 2 to 63 letters'],
};

export const STATEMENTS: readonly Statement[] = [
  ...readProofs(TEXTS).map(({ says, ...proof }) => ({ ...proof, says: `“${says}”`, shows: says })),
  ...readProofs(FACTS),
  ...Object.entries(UNPROVEN).flatMap(([point, all]) => all.map((says) => ({ point: Number(point), says }))),
];

function readProofs(proofs: Proofs) {
  return Object.entries(proofs).flatMap(([file, tests]) =>
    Object.entries(tests).flatMap(([title, points]) =>
      Object.entries(points).flatMap(([point, all]) =>
        all.map((says) => ({ point: Number(point), says, test: [file, title] as const })),
      ),
    ),
  );
}
