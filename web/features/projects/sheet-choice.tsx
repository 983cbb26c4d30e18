/** Which sheet of a workbook is read; it stays while another one is, so that the focus has a place. */
import { NativeSelect } from '@mantine/core';
import { useId } from 'react';
import classes from './panel.module.css';
import choice from './sheet-choice.module.css';
import type { FormReading } from './use-form-reading.ts';

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
    <div className={`${classes.row} ${classes.split}`}>
      <span className={choice.field}>
        <label htmlFor={id}>Sheet</label>
        <NativeSelect
          id={id}
          className={choice.select}
          value={chosen ?? workbook.read}
          data={workbook.sheets.map(({ name, isHidden }) => ({
            value: name,
            label: isHidden ? `${name} (hidden)` : name,
          }))}
          onChange={(event) => project.takeSheet(file, event.currentTarget.value)}
        />
      </span>
      <span className={classes.quiet}>
        {others === 1 ? 'The other sheet is not used' : `The other ${others} sheets are not used`}
      </span>
    </div>
  );
}
