/** One-click remedies for problems of the whole sheet: reads the file in another way, or repairs letters. */
import { Button, Flex } from '@mantine/core';
import { WandSparkles } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Problem } from '#engine';
import { formatAmount } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';
import { showToast } from '#web/ui/toast.tsx';
import { PanelRow } from './panel-row.tsx';
import type { FormReading } from './use-form-reading.ts';

export type SheetProblem = Pick<Problem, 'encodings' | 'repairable'> & Partial<Problem>;
export type RenderRemedy = (problem: SheetProblem) => ReactNode;

interface Props extends Pick<FormReading, 'changeOptions' | 'repairLetters' | 'manual'> {
  problem: SheetProblem;
}

/** Data that a link gave is fixed where it is kept. */
export function SheetRemedy({ problem, manual, changeOptions, repairLetters }: Props) {
  const { code, encodings = [], repairable } = problem;
  if (!manual) return null;
  if (repairable !== undefined) return <RepairLetters cells={repairable} repairLetters={repairLetters} />;
  if (!('file' in manual)) return null;
  if (code === 'rows-hidden') {
    return (
      <Button {...BUTTON} ml="auto" onClick={() => changeOptions({ hiddenRows: 'include' })}>
        Include hidden rows
      </Button>
    );
  }
  if (encodings.length === 0) return null;
  return (
    <Flex direction="column" gap={6} ml="auto" flex="none" maw="50%">
      {encodings.map(({ label, name }) => (
        <Button
          key={label}
          size="xs"
          // The name of an encoding wraps on a phone.
          h="auto"
          mih={30}
          styles={{ label: { whiteSpace: 'normal' } }}
          onClick={() => changeOptions({ encoding: { label, name } })}
        >
          Read as {name}
        </Button>
      ))}
    </Flex>
  );
}

const BUTTON = { size: 'xs', flex: 'none', maw: '50%' } as const;

function RepairLetters({ cells, repairLetters }: { cells: number } & Pick<FormReading, 'repairLetters'>) {
  const [isFixing, setFixing] = useState(false);
  const repair = async () => {
    setFixing(true);
    const isFixed = await repairLetters();
    setFixing(false);
    const detail = 'Export it again as "CSV UTF-8", then choose that file.';
    if (isFixed)
      showToast({ kind: 'success', text: `The letters of ${formatAmount(cells, 'cell')} are repaired.` });
    else showToast({ kind: 'error', text: 'These letters can’t be repaired here.', detail });
  };
  return (
    <Button
      {...BUTTON}
      ml="auto"
      leftSection={<WandSparkles size={14} strokeWidth={1.75} absoluteStrokeWidth />}
      loading={isFixing}
      onClick={repair}
    >
      Repair {formatAmount(cells, 'cell')}
    </Button>
  );
}

/** The choices that the file is read with now, and the way back. */
export function ChosenOptions({ project }: { project: Pick<FormReading, 'manual' | 'changeOptions'> }) {
  const { manual, changeOptions } = project;
  if (!manual || !('file' in manual)) return null;
  const { hiddenRows, encoding } = manual;
  return (
    <>
      {hiddenRows && (
        <Chosen
          text="Hidden rows are included"
          undo="Leave out hidden rows"
          onUndo={() => changeOptions({ hiddenRows: undefined })}
        />
      )}
      {encoding && (
        <Chosen
          text={`Letters are read as ${encoding.name}`}
          undo="Read as Windows-1252"
          onUndo={() => changeOptions({ encoding: undefined })}
        />
      )}
    </>
  );
}

function Chosen({ text, undo, onUndo }: { text: string; undo: string; onUndo: () => void }) {
  return (
    <PanelRow>
      <span>{text}</span>
      <button type="button" className={links.link} data-small onClick={onUndo}>
        {undo}
      </button>
    </PanelRow>
  );
}
