/** Card of a chart with "Show as table": the same numbers as a table. */
import { type ReactNode, useState } from 'react';
import { Card } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import links from '#web/ui/link.module.css';

type Table<Row> = Omit<Parameters<typeof DataTable<Row>>[0], 'label' | 'isDense'>;

interface Props<Row> {
  title: string;
  table: Table<Row>;
  children: ReactNode;
}

export function ChartCard<Row>({ title, table, children }: Props<Row>) {
  const [isTable, setTable] = useState(false);
  return (
    <Card
      title={title}
      isFlush={isTable}
      aside={
        <button type="button" className={links.link} onClick={() => setTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </button>
      }
    >
      {isTable ? <DataTable label={title} isDense {...table} /> : children}
    </Card>
  );
}
