/** Which sheet of a workbook is read; it stays while another one is, so that the focus has a place. */
import { Box, Flex, NativeSelect } from '@mantine/core';
import { useId } from 'react';
import type { FormReading } from './use-form-reading.ts';
import { PanelRow } from './panel-row.tsx';

interface Props {
  project: FormReading;
  file: File;
}

/** The sheets as the newest answer tells them, if it is about this file. */
function findWorkbook({ state }: FormReading, file: File) {
  const sheet = state.answer?.inputs.sheet;
  return sheet && 'file' in sheet && sheet.file === file ? state.answer?.inspection.workbook : undefined;
}

export function SheetChoice({ project, file }: Props) {
  const id = useId();
  const workbook = findWorkbook(project, file);
  if (!workbook || workbook.sheets.length < 2) return null;
  const { manual } = project;
  const chosen = manual && 'file' in manual ? manual.sheetName : undefined;
  const others = workbook.sheets.length - 1;
  return (
    <PanelRow>
      <Flex component="span" align="center" gap={10} flex="0 1 320px" miw={0} fz="small" fw={500}>
        <label htmlFor={id}>Sheet</label>
        <NativeSelect
          id={id}
          flex={1}
          miw={0}
          style={{ '--field': 'var(--line2)', '--field-height': 'var(--field-height-small)' }}
          value={chosen ?? workbook.read}
          data={workbook.sheets.map(({ name, isHidden }) => ({
            value: name,
            label: isHidden ? `${name} (hidden)` : name,
          }))}
          onChange={(event) => project.changeOptions({ sheetName: event.currentTarget.value })}
        />
      </Flex>
      <Box component="span" c="var(--text2)" fz="small">
        {others === 1 ? 'The other sheet is not used' : `The other ${others} sheets are not used`}
      </Box>
    </PanelRow>
  );
}
