/** Hands over all rows with a problem as a sheet, made in the reader when it is asked for. */
import { Box, Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { TableInspection } from '#engine';
import { downloadBlob } from '#web/ui/download-blob.ts';

interface Props {
  table: TableInspection;
  readSheet: () => Promise<string | undefined>;
}

export function ProblemSheetButton({ table, readSheet }: Props) {
  const [state, setState] = useState<'open' | 'making' | 'failed'>('open');
  const download = async () => {
    setState('making');
    const text = await readSheet();
    setState(text === undefined ? 'failed' : 'open');
    if (text !== undefined) downloadBlob(`${table.file.replace(/\.[^.]*$/, '')}-problems.csv`, text);
  };
  return (
    <>
      <Button
        size="xs"
        disabled={state === 'making'}
        leftSection={<Download size={14} strokeWidth={1.75} absoluteStrokeWidth />}
        onClick={download}
      >
        {state === 'making' ? 'Creating the sheet...' : 'Download these rows'}
      </Button>
      {state === 'failed' && (
        <Box component="p" role="alert" c="var(--crimson-text)" fz="small">
          The sheet could not be created. Choose your data again, then try once more.
        </Box>
      )}
    </>
  );
}
