/** `10,000 rows, 12 columns, headings in row 1 · UTF-8, separated by commas` */
import { Check } from 'lucide-react';
import type { TableInspection } from '#engine';
import { formatAmount } from '#web/ui/format-figure.ts';
import classes from './panel.module.css';

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
    <span className={classes.facts}>
      <span className={classes.fact}>
        <Check size={14} strokeWidth={2.25} absoluteStrokeWidth aria-hidden="true" />
        {formatAmount(rowCount, 'row')}, {formatAmount(columns.length, 'column')}, headings in row 1
      </span>
      <span>
        {delimiter === 'cells' ? SEPARATORS.cells : `${encoding}, ${SEPARATORS[delimiter] ?? delimiter}`}
      </span>
    </span>
  );
}
