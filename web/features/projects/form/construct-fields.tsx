/** Fields of each construct. */
import { ActionIcon, Button, Flex, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { X } from 'lucide-react';
import { createContext, type ReactNode, use, useEffect, useRef } from 'react';
import {
  type Comparison,
  type ConstructValues,
  isUnary,
  OPERATORS,
  type Operator,
  SEPARATORS,
} from './construct.rules.ts';
import classes from './construct-dialog.module.css';

const MAX_COMPARISONS = 5;
const MAX_VARIANTS = 10;

/** Inserts into the text that had the focus last. */
export interface BodyCursor {
  field: HTMLTextAreaElement;
  onChange: (text: string) => void;
}

/** Receives each text at each render, because its callback changes, and when it gets the focus. */
export const BodyContext = createContext<(cursor: BodyCursor, isFocused: boolean) => void>(() => undefined);

interface BodyProps {
  label: string;
  description?: string;
  value: string;
  onChange: (text: string) => void;
  /** Beside the field. */
  aside?: ReactNode;
}

/** A text of the page, with placeholders. */
function BodyField({ label, description, value, onChange, aside }: BodyProps) {
  const report = use(BodyContext);
  const field = useRef<HTMLTextAreaElement>(null);
  const reportField = (isFocused: boolean) => {
    if (field.current) report({ field: field.current, onChange }, isFocused);
  };
  useEffect(() => reportField(false));
  return (
    <Flex gap={6} align="flex-end">
      <Textarea
        label={label}
        description={description}
        classNames={{ input: classes.text ?? '' }}
        flex={1}
        autosize
        minRows={1}
        maxRows={6}
        value={value}
        spellCheck
        ref={field}
        onFocus={() => reportField(true)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {aside}
    </Flex>
  );
}

interface FieldsProps<Value> {
  value: Value;
  columns: readonly string[];
  onChange: (value: Value) => void;
}

function toOptions(columns: readonly string[], none?: string) {
  const first = none === undefined ? [] : [{ value: '', label: none }];
  return [...first, ...columns.map((column) => ({ value: column, label: column }))];
}

const replaceAt = <Entry,>(list: readonly Entry[], at: number, entry: Entry): Entry[] =>
  list.map((each, index) => (index === at ? entry : each));

export function ConditionFields({ value, columns, onChange }: FieldsProps<ConstructValues['condition']>) {
  const { comparisons, join, shown, otherwise } = value;
  const [first] = comparisons;
  return (
    <>
      {comparisons.map((comparison, index) => (
        // Comparisons have no identity of their own.
        <fieldset key={index} className={classes.comparison}>
          <legend>
            {index === 0 ? (
              'If'
            ) : (
              <NativeSelect
                aria-label="Join with"
                size="xs"
                w={76}
                value={join}
                data={['and', 'or']}
                onChange={(event) =>
                  onChange({ ...value, join: event.currentTarget.value === 'or' ? 'or' : 'and' })
                }
              />
            )}
          </legend>
          <ComparisonFields
            comparison={comparison}
            columns={columns}
            onChange={(next) => onChange({ ...value, comparisons: replaceAt(comparisons, index, next) })}
          />
          {comparisons.length > 1 && (
            <RemoveButton
              name="Remove the comparison"
              onClick={() => onChange({ ...value, comparisons: comparisons.filter((_, at) => at !== index) })}
            />
          )}
        </fieldset>
      ))}
      {first && comparisons.length < MAX_COMPARISONS && (
        <Button
          size="xs"
          style={{ justifySelf: 'start' }}
          onClick={() => onChange({ ...value, comparisons: [...comparisons, { ...first, text: '' }] })}
        >
          Add a comparison
        </Button>
      )}
      <BodyField label="Show" value={shown} onChange={(text) => onChange({ ...value, shown: text })} />
      <BodyField
        label="Otherwise show"
        description="Leave empty to show nothing."
        value={otherwise}
        onChange={(text) => onChange({ ...value, otherwise: text })}
      />
    </>
  );
}

interface ComparisonProps {
  comparison: Comparison;
  columns: readonly string[];
  onChange: (comparison: Comparison) => void;
}

function ComparisonFields({ comparison, columns, onChange }: ComparisonProps) {
  const { column, operator, text } = comparison;
  return (
    <>
      <NativeSelect
        aria-label="Column"
        value={column}
        data={toOptions(columns)}
        onChange={(event) => onChange({ ...comparison, column: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label="Operator"
        value={operator}
        data={[...OPERATORS]}
        onChange={(event) => onChange({ ...comparison, operator: event.currentTarget.value as Operator })}
      />
      {!isUnary(operator) && (
        <TextInput
          aria-label="Text to compare with"
          placeholder={operator === '>' || operator === '<' ? '1,000' : 'TX'}
          value={text}
          autoComplete="off"
          onChange={(event) => onChange({ ...comparison, text: event.currentTarget.value })}
        />
      )}
    </>
  );
}

function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size={36} aria-label={name} title={name} onClick={onClick}>
      <X size={16} />
    </ActionIcon>
  );
}

export function VariantsFields({
  value,
  onChange,
}: Omit<FieldsProps<ConstructValues['variants']>, 'columns'>) {
  return (
    <>
      <p className={classes.note}>
        Each page shows one of the variants and keeps it when you rebuild. The pages of a run may show other
        variants than the preview.
      </p>
      {value.map((text, index) => (
        <BodyField
          key={index}
          label={`Variant ${index + 1}`}
          value={text}
          onChange={(next) => onChange(replaceAt(value, index, next))}
          aside={
            value.length > 2 && (
              <RemoveButton
                name={`Remove variant ${index + 1}`}
                onClick={() => onChange(value.filter((_, at) => at !== index))}
              />
            )
          }
        />
      ))}
      {value.length < MAX_VARIANTS && (
        <Button size="xs" style={{ justifySelf: 'start' }} onClick={() => onChange([...value, ''])}>
          Add a variant
        </Button>
      )}
    </>
  );
}

export function ListFields({ value, columns, onChange }: FieldsProps<ConstructValues['list']>) {
  return (
    <>
      <div className={classes.pair}>
        <NativeSelect
          label="Column with a list"
          value={value.column}
          data={toOptions(columns)}
          onChange={(event) => onChange({ ...value, column: event.currentTarget.value })}
        />
        <NativeSelect
          label="Entries are separated by"
          value={value.separator}
          data={[...SEPARATORS]}
          onChange={(event) => onChange({ ...value, separator: event.currentTarget.value })}
        />
      </div>
      <BodyField
        label="Show for each entry"
        description="[item] is the entry."
        value={value.body}
        onChange={(body) => onChange({ ...value, body })}
      />
    </>
  );
}

export function NeighborsFields({ value, columns, onChange }: FieldsProps<ConstructValues['neighbors']>) {
  const set = (part: Partial<ConstructValues['neighbors']>) => onChange({ ...value, ...part });
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          label="Number of neighbors"
          inputMode="numeric"
          value={value.count}
          onChange={(event) => set({ count: event.currentTarget.value.trim() })}
        />
        <Flex gap={6} align="flex-end">
          <TextInput
            label="Within"
            placeholder="Any distance"
            flex={1}
            inputMode="decimal"
            value={value.within}
            onChange={(event) => set({ within: event.currentTarget.value.trim() })}
          />
          <NativeSelect
            aria-label="Unit"
            w={76}
            value={value.unit}
            data={['mi', 'km']}
            onChange={(event) => set({ unit: event.currentTarget.value === 'km' ? 'km' : 'mi' })}
          />
        </Flex>
      </div>
      <NativeSelect
        label="Only rows with the same"
        value={value.same}
        data={toOptions(columns, 'No limit')}
        onChange={(event) => set({ same: event.currentTarget.value })}
      />
      <BodyField
        label="Show for each neighbor"
        description="near_ before the name of a column is the neighbor’s value, such as [near_city]."
        value={value.body}
        onChange={(body) => set({ body })}
      />
    </>
  );
}
