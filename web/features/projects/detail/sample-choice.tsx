/** The shown sample of a run, and the control that selects it. */
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { Run } from '#contract/run-shapes.ts';

const REASONS: Record<Run['samples'][number]['why'], string> = {
  first: 'First row',
  longest: 'Longest row',
  special: 'Most special characters',
};

export function useSampleChoice({ samples }: Run) {
  const [chosen, setChosen] = useState('0');
  const sampleChoice = (
    <SegmentedControl
      aria-label="Sample"
      value={chosen}
      onChange={setChosen}
      data={samples.map(({ why }, index) => ({ value: String(index), label: REASONS[why] }))}
    />
  );
  return { sample: samples[Number(chosen)] ?? samples[0], sampleChoice };
}
