/** `10,000 rows, 12 columns, headings in row 1 · UTF-8, separated by commas` */
import { Flex } from '@mantine/core';
import { formatAmount } from '#web/ui/format-figure.ts';
import { Checked } from './checked.tsx';
import type { TableInspection } from './form-state.ts';

const SEPARATORS: Record<string, string> = {
  ',': 'separated by commas',
  ';': 'separated by semicolons',
  '|': 'separated by bars',
  '\t': 'separated by tabs',
  cells: 'spreadsheet cells',
};

export function TableFacts({ table }: { table: TableInspection }) {
  const { rowCount, columns, encoding, delimiter } = table;
  return (
    <Flex component="span" wrap="wrap" gap="4px 24px" c="var(--text2)" fz="small">
      <Checked>
        {formatAmount(rowCount, 'row')}, {formatAmount(columns.length, 'column')}, headings in row 1
      </Checked>
      <span>
        {delimiter === 'cells' ? SEPARATORS.cells : `${encoding}, ${SEPARATORS[delimiter] ?? delimiter}`}
      </span>
    </Flex>
  );
}
