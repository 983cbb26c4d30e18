/**
 * Options for reading the sheet or the second list: tab of the workbook, hidden rows, encoding. They stay while the
 * file is inspected again.
 */
import { NativeSelect, Switch } from '@mantine/core';
import { formatAmount } from '#web/ui/format-figure.ts';
import type { Draft, ListName, ProjectForm } from './form-state.ts';
import { PanelRow } from './panel-row.tsx';
import { FixButton } from './fix-button.tsx';

interface Props {
  form: ProjectForm;
  list: ListName;
  chosen: Pick<NonNullable<Draft['combined']>, 'sheet_name' | 'hidden_rows' | 'encoding'>;
}

export function SheetOptions(props: Props) {
  return (
    <>
      <TabChoice {...props} />
      <HiddenRows {...props} />
      <EncodingChoice {...props} />
      {props.list === 'sheet' && <LetterRepair {...props} />}
    </>
  );
}

function TabChoice({ form, list, chosen }: Props) {
  const workbook = form.inspection?.[list === 'sheet' ? 'workbook' : 'combinedWorkbook'];
  if (!workbook || workbook.sheets.length < 2) return null;
  const others = workbook.sheets.length - 1;
  return (
    <PanelRow>
      <NativeSelect
        label="Sheet"
        w="100%"
        maw={360}
        description={others === 1 ? 'The other sheet isn’t used.' : `The other ${others} sheets aren’t used.`}
        value={chosen.sheet_name ?? workbook.read}
        data={workbook.sheets.map(({ name, isHidden }) => ({
          value: name,
          label: isHidden ? `${name} (hidden)` : name,
        }))}
        onChange={(event) => form.readSheetAs({ list, sheet_name: event.currentTarget.value })}
      />
    </PanelRow>
  );
}

const getTable = ({ inspection }: ProjectForm, list: ListName) =>
  inspection?.[list === 'sheet' ? 'table' : 'combined'];

function listProblems(form: ProjectForm, list: ListName) {
  const { inspection, draft } = form;
  const second = inspection?.combined?.file ?? draft.combined?.name;
  return [
    ...(inspection?.problems.filter(
      ({ file }) => (file !== undefined && file === second) === (list === 'combined'),
    ) ?? []),
    ...(getTable(form, list)?.cellProblems ?? []),
  ];
}

/** Offered if the file has hidden rows, or was read with them. */
function HiddenRows({ form, list, chosen }: Props) {
  const problem = listProblems(form, list).find(({ code }) => code === 'rows-hidden');
  const isIncluded = chosen.hidden_rows === 'include';
  if (!problem && !isIncluded) return null;
  return (
    <PanelRow>
      <Switch
        label="Include hidden rows"
        aria-label="Include hidden rows"
        description={isIncluded ? 'Hidden rows become pages too.' : problem?.text.split(' If ')[0]}
        checked={isIncluded}
        onChange={(event) =>
          form.readSheetAs({ list, hidden_rows: event.currentTarget.checked ? 'include' : 'skip' })
        }
      />
    </PanelRow>
  );
}

function EncodingChoice({ form, list, chosen }: Props) {
  const encodings = listProblems(form, list).flatMap((problem) => problem.encodings ?? []);
  const { encoding } = chosen;
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
          { value: '', label: getTable(form, list)?.encoding ?? 'As detected' },
          ...[...names].map(([value, label]) => ({ value, label })),
        ]}
        onChange={(event) => form.readSheetAs({ list, encoding: event.currentTarget.value || null })}
      />
    </PanelRow>
  );
}

/** Offers to repair letters that were saved in the wrong encoding. */
function LetterRepair({ form, list }: Props) {
  const { repairable } = listProblems(form, list).find((problem) => problem.repairable !== undefined) ?? {};
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
