/**
 * Options for reading the sheet: tab of the workbook, hidden rows, encoding. They stay while the sheet is
 * inspected again.
 */
import { NativeSelect, Switch } from '@mantine/core';
import { formatAmount } from '#web/ui/format-figure.ts';
import type { ProjectForm } from './form-state.ts';
import { PanelRow } from './panel-row.tsx';
import { FixButton } from './fix-button.tsx';

interface Props {
  form: ProjectForm;
  sheet: NonNullable<ProjectForm['draft']['sheet']>;
}

export function SheetOptions({ form, sheet }: Props) {
  return (
    <>
      <TabChoice form={form} sheet={sheet} />
      <HiddenRows form={form} sheet={sheet} />
      <EncodingChoice form={form} sheet={sheet} />
      <LetterRepair form={form} />
    </>
  );
}

function TabChoice({ form, sheet }: Props) {
  const workbook = form.inspection?.workbook;
  if (!workbook || workbook.sheets.length < 2) return null;
  const others = workbook.sheets.length - 1;
  return (
    <PanelRow>
      <NativeSelect
        label="Sheet"
        w="100%"
        maw={360}
        description={others === 1 ? 'The other sheet isn’t used.' : `The other ${others} sheets aren’t used.`}
        value={sheet.sheet_name ?? workbook.read}
        data={workbook.sheets.map(({ name, isHidden }) => ({
          value: name,
          label: isHidden ? `${name} (hidden)` : name,
        }))}
        onChange={(event) => form.readSheetAs({ sheet_name: event.currentTarget.value })}
      />
    </PanelRow>
  );
}

const listProblems = ({ inspection }: ProjectForm) => [
  ...(inspection?.problems ?? []),
  ...(inspection?.table?.cellProblems ?? []),
];

/** Offered if the sheet has hidden rows, or was read with them. */
function HiddenRows({ form, sheet }: Props) {
  const problem = listProblems(form).find(({ code }) => code === 'rows-hidden');
  const isIncluded = sheet.hidden_rows === 'include';
  if (!problem && !isIncluded) return null;
  return (
    <PanelRow>
      <Switch
        label="Include hidden rows"
        aria-label="Include hidden rows"
        description={isIncluded ? 'Hidden rows become pages too.' : problem?.text.split(' If ')[0]}
        checked={isIncluded}
        onChange={(event) =>
          form.readSheetAs({ hidden_rows: event.currentTarget.checked ? 'include' : 'skip' })
        }
      />
    </PanelRow>
  );
}

function EncodingChoice({ form, sheet }: Props) {
  const encodings = listProblems(form).flatMap((problem) => problem.encodings ?? []);
  const { encoding } = sheet;
  if (encodings.length === 0 && encoding === null) return null;
  const names = new Map(encodings.map(({ label, name, sample }) => [label, `${name}: ${sample}`]));
  if (encoding !== null && !names.has(encoding)) names.set(encoding, encoding);
  return (
    <PanelRow>
      <NativeSelect
        label="Encoding"
        w="100%"
        maw={360}
        description="Choose the one that shows accented letters correctly."
        value={encoding ?? ''}
        data={[
          { value: '', label: form.inspection?.table?.encoding ?? 'As detected' },
          ...[...names].map(([value, label]) => ({ value, label })),
        ]}
        onChange={(event) => form.readSheetAs({ encoding: event.currentTarget.value || null })}
      />
    </PanelRow>
  );
}

/** Offers to repair letters that were saved in the wrong encoding. */
function LetterRepair({ form }: Pick<Props, 'form'>) {
  const { repairable } = listProblems(form).find((problem) => problem.repairable !== undefined) ?? {};
  if (repairable === undefined) return null;
  const cells = formatAmount(repairable, 'cell');
  return (
    <PanelRow>
      <p>Letters in {cells} were saved in the wrong encoding.</p>
      <FixButton form={form} request={{ kind: 'letters' }} done={`Letters in ${cells} repaired`}>
        Repair {cells}
      </FixButton>
    </PanelRow>
  );
}
