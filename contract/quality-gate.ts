/** The quality gate of a project: what the next run does with pages that score too low. */
import { z } from 'zod';

export const GATE_ACTIONS = ['leave-out', 'draft', 'noindex'] as const;
export type GateAction = (typeof GATE_ACTIONS)[number];

export const qualityGate = z
  .object({
    below: z.int().min(1).max(100).describe('Pages that score less are held back'),
    action: z
      .enum(GATE_ACTIONS)
      .describe('Leaves the pages out, makes them drafts, or adds noindex, as the platform can'),
  })
  .meta({ id: 'QualityGate', examples: [{ below: 60, action: 'leave-out' }] });

export type QualityGate = z.output<typeof qualityGate>;

const STORED = /^(\d+):([a-z-]+)$/;

/** Reads a gate as it is stored and as `--gate` has it: `60:leave-out`. @returns null for any other text */
export function readQualityGate(text: string): QualityGate | null {
  const [, below, action] = STORED.exec(text) ?? [];
  return qualityGate.safeParse({ below: Number(below), action }).data ?? null;
}

/** Writes a gate as it is stored; empty for none. */
export function writeQualityGate(gate: QualityGate | null): string {
  return gate === null ? '' : `${gate.below}:${gate.action}`;
}
