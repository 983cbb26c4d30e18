/** "Build a construct": fields for a condition, variants, a list or neighbors, and the text to paste into the page. */
import { Box, Button, Flex, Tabs } from '@mantine/core';
import { Suspense, useRef, useState } from 'react';
import { lazyPart } from '#web/client/lazy-part.ts';
import type { DialogState } from '#web/kit/dialog-button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { MissingPart } from '#web/ui/missing-part.tsx';
import { WorkDialog } from '#web/ui/work-dialog.tsx';
import {
  CONSTRUCTS,
  type ConstructKind,
  type ConstructValues,
  findGap,
  isNameable,
  OWN_PLACEHOLDERS,
  toFirstValues,
  writeConstruct,
} from './construct.rules.ts';
import classes from './construct-dialog.module.css';
import {
  BodyContext,
  type BodyCursor,
  ConditionFields,
  ListFields,
  NeighborsFields,
  VariantsFields,
} from './construct-fields.tsx';
import type { ConstructPreviewProps } from './construct-preview.tsx';
import { FooterPicker } from './footer-picker.tsx';
import { listInsertables } from './footer-picker.rules.ts';
import type { ConstructProps, ProjectForm } from './form-state.ts';

type ConstructDialogProps = ConstructProps & DialogState;

const ConstructPreview = lazyPart<ConstructPreviewProps>(
  'construct-preview',
  async () => (await import('./construct-preview.tsx')).ConstructPreview,
  MissingPart,
);

const TITLES: Record<ConstructKind, string> = {
  condition: 'Condition',
  variants: 'Variants',
  list: 'List',
  neighbors: 'Neighbors',
};

export function ConstructDialog({ isOpened, onClose, ...props }: ConstructDialogProps) {
  return (
    <WorkDialog title="Build a construct" width={960} isOpened={isOpened} onClose={onClose}>
      <Builder {...props} onClose={onClose} />
    </WorkDialog>
  );
}

interface FieldsProps {
  kind: ConstructKind;
  values: ConstructValues;
  columns: readonly string[];
  onChange: (values: ConstructValues) => void;
}

function Fields({ kind, values, columns, onChange }: FieldsProps) {
  const bind = <Kind extends ConstructKind>(name: Kind) => ({
    value: values[name],
    columns,
    onChange: (value: ConstructValues[Kind]) => onChange({ ...values, [name]: value }),
  });
  if (kind === 'condition') return <ConditionFields {...bind('condition')} />;
  if (kind === 'variants') return <VariantsFields {...bind('variants')} />;
  return kind === 'list' ? <ListFields {...bind('list')} /> : <NeighborsFields {...bind('neighbors')} />;
}

/** Columns of the sheet; without one, the placeholders of the seed that wait for it. */
function listColumns({ inspection }: ProjectForm): string[] {
  const { table, combined } = inspection ?? {};
  const columns = table && [...table.columns, ...(combined?.columns ?? [])];
  const names =
    columns?.map(({ name }) => name) ?? listInsertables(inspection).map(({ text }) => text.slice(1, -1));
  return [...new Set(names)].filter(isNameable);
}

function Builder({ form, first, onClose, onInsert }: Omit<ConstructDialogProps, 'isOpened'>) {
  const columns = listColumns(form);
  const [kind, setKind] = useState<ConstructKind>(first?.kind ?? 'condition');
  const [values, setValues] = useState(() => toFirstValues(columns, first));
  const cursor = useRef<BodyCursor>(null);
  const report = (next: BodyCursor, isFocused: boolean) => {
    if (isFocused || cursor.current?.field === next.field) cursor.current = next;
  };
  const gap = findGap(kind, values);
  const text = gap === undefined ? writeConstruct(kind, values) : undefined;
  const own = OWN_PLACEHOLDERS[kind].map((placeholder) => ({
    text: placeholder,
    meaning: 'of this construct',
  }));
  const insert = (placeholder: string) => {
    if (!cursor.current?.field.isConnected) return;
    const { field, onChange } = cursor.current;
    field.setRangeText(placeholder, field.selectionStart, field.selectionEnd, 'end');
    onChange(field.value);
    field.focus();
  };
  const choose = (next: string | null) => setKind(CONSTRUCTS.find((each) => each === next) ?? 'condition');
  return (
    <div className={classes.halves}>
      <BodyContext value={report}>
        <Tabs value={kind} onChange={choose} className={classes.fields}>
          <Tabs.List>
            {CONSTRUCTS.map((each) => (
              <Tabs.Tab key={each} value={each}>
                {TITLES[each]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={kind} className={classes.panel}>
            <Fields kind={kind} values={values} columns={columns} onChange={setValues} />
          </Tabs.Panel>
          <FooterPicker items={[...own, ...listInsertables(form.inspection)]} onPick={insert} />
        </Tabs>
      </BodyContext>
      <div className={classes.result}>
        <Box component="h3" fz="small" fw={600}>
          Text for your page
        </Box>
        <output
          className={classes.written}
          data-gap={gap !== undefined || undefined}
          aria-label="Text for your page"
        >
          {text ?? gap}
        </output>
        {text !== undefined && (
          <>
            <Flex wrap="wrap" gap={8}>
              <CopyButton text={text} noun="the construct" label="Copy" />
              <Button
                size="xs"
                onClick={() => {
                  onInsert(text);
                  onClose();
                }}
              >
                Insert into the footer template
              </Button>
            </Flex>
            <p className={classes.note}>Paste this into the page in your CMS, then export the page again.</p>
          </>
        )}
        <Suspense>
          <ConstructPreview
            draftId={form.draft.id}
            text={text}
            hasSheet={form.inspection?.table !== undefined}
          />
        </Suspense>
      </div>
    </div>
  );
}
