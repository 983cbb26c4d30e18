/** The one click that fixes a row: what it writes into the cell is its label. */
import { Button } from '@mantine/core';
import { WandSparkles } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '#web/ui/format-figure.ts';
import { showToast } from '#web/ui/toast.tsx';
import type { Remedy } from './row-remedy.rules.ts';

export type FixCell = (remedy: Remedy) => Promise<boolean>;

export function RemedyButton({ remedy, fixCell }: { remedy: Remedy; fixCell: FixCell }) {
  const { row, field, value } = remedy;
  const [isFixing, setFixing] = useState(false);
  const fix = async () => {
    setFixing(true);
    const isFixed = await fixCell(remedy);
    setFixing(false);
    const name = `Row ${formatCount(row)}`;
    const detail = `Change ${field} in your sheet, then choose it again.`;
    if (isFixed) showToast({ kind: 'success', text: `The cell in row ${formatCount(row)} is fixed.` });
    else showToast({ kind: 'error', text: `${name} cannot be fixed here.`, detail });
  };
  return (
    <Button
      size="xs"
      aria-label={`Use ${value} in row ${formatCount(row)}`}
      leftSection={<WandSparkles size={14} strokeWidth={1.75} absoluteStrokeWidth />}
      loading={isFixing}
      onClick={fix}
    >
      Use {value}
    </Button>
  );
}
