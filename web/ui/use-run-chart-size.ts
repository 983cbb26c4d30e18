/** Size of a run chart: narrow screens get fewer cells, closer together, or the chart would fill the screen. */
import { useMediaQuery } from '@mantine/hooks';
import { MAX_CELLS } from './run-chart.rules.ts';

const NARROW = { pitch: 11, maxCells: 330 };

interface RunChartSize {
  /** Distance between cells. */
  pitch: number;
  maxCells: number;
}

export function useRunChartSize({
  pitch,
  maxCells = MAX_CELLS,
}: Partial<RunChartSize> & Pick<RunChartSize, 'pitch'>): RunChartSize {
  const isNarrow = useMediaQuery('(max-width: 960px)', undefined, { getInitialValueInEffect: false });
  return isNarrow ? NARROW : { pitch, maxCells };
}
