/**
 * One placeholder: where it's used, its column or text, its first two values, and whether it needs a choice.
 */
import { Box, Button, Flex, TextInput } from '@mantine/core';
import { Check, CircleAlert, CornerDownRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import links from '#web/ui/link.module.css';
import { sections } from '../shared/messages.ts';
import chips from './chip.module.css';
import { type ColumnAction, ColumnSelect } from './column-select.tsx';
import type { ColumnChoice, PlaceholderUse, ProjectForm, SheetColumn } from './form-state.ts';
import { keepName } from './kept-names.tsx';
import classes from './match-columns.module.css';
import {
  canBeShortcode,
  chooseColumn,
  describeGap,
  describeState,
  findColumn,
  isOpen,
  readName,
  toColumnKey,
} from './match-columns.rules.ts';

interface Props {
  form: ProjectForm;
  use: PlaceholderUse;
  columns: readonly SheetColumn[];
}

const ACTIONS: readonly ColumnAction[] = ['text', 'empty'];
const SHORTCODE_ACTIONS: readonly ColumnAction[] = [...ACTIONS, 'keep'];

const ICON = { size: 14, strokeWidth: 2.25 } as const;

export function MatchRow({ form, use, columns }: Props) {
  const { text, usedIn, values, nearest } = use;
  const key = toColumnKey(text);
  const state = describeState(use);
  const [edited, setEdited] = useState<'text' | 'fallback'>();
  const choose = (choice: ColumnChoice | undefined) => {
    setEdited(undefined);
    form.setColumn(key, choice);
  };
  const name = readName(text);
  return (
    <li id={`match-${key}`} className={classes.row} data-state={state.kind} tabIndex={-1}>
      <div className={classes.placeholder}>
        <code className={chips.chip} data-state={use.state === 'text' ? 'column' : use.state} data-plain>
          {text}
        </code>
        {usedIn !== '' && <span className={classes.used}>{usedIn}</span>}
      </div>
      <div className={classes.choice}>
        {state.kind === 'derived' ? (
          <div className={classes.derived}>Filled by Geoloom</div>
        ) : (
          <ColumnSelect
            id={`match-${key}-column`}
            label={`Column for ${name}`}
            columns={columns}
            value={describeValue(use)}
            nearest={nearest}
            isInvalid={isOpen(use)}
            actions={form.type === 'wordpress' && canBeShortcode(use) ? SHORTCODE_ACTIONS : ACTIONS}
            onColumn={(column) => choose(chooseColumn(column, use.choice))}
            onAction={(action) => {
              if (action === 'text') setEdited('text');
              else if (action === 'keep') keepName(form, name);
              else choose({ text: '' });
            }}
          />
        )}
      </div>
      <SampleValues values={values} />
      <div className={classes.state}>
        {state.kind === 'ok' && <Check {...ICON} />}
        {state.kind === 'open' && <CircleAlert size={16} />}
        {state.kind === 'fallback' ? (
          <button
            type="button"
            aria-expanded={edited === 'fallback'}
            onClick={() => setEdited(edited === 'fallback' ? undefined : 'fallback')}
          >
            <CornerDownRight {...ICON} />
            {state.text}
          </button>
        ) : (
          state.text
        )}
      </div>
      {isOpen(use) && edited === undefined && (
        <Hint use={use} onUse={(column) => choose({ column })} onText={() => setEdited('text')} />
      )}
      {edited !== undefined && (
        <TextEntry
          label={edited === 'text' ? `Text for ${name} on every page` : `Fallback where ${name} is empty`}
          start={readText(use.choice, edited)}
          nextId={`match-${key}-column`}
          onDone={(typed) => {
            const column = findColumn(use);
            if (edited === 'text') choose({ text: typed });
            else if (column !== undefined) choose(typed === '' ? { column } : { column, fallback: typed });
          }}
          onCancel={() => setEdited(undefined)}
        />
      )}
    </li>
  );
}

/** Text of the closed select. */
function describeValue(use: PlaceholderUse): string {
  if (isOpen(use)) return '';
  const { choice } = use;
  if (choice && 'text' in choice) return choice.text === '' ? 'Left empty' : `“${choice.text}”`;
  return findColumn(use) ?? '';
}

function readText(choice: ColumnChoice | undefined, edited: 'text' | 'fallback'): string {
  if (!choice) return '';
  if (edited === 'text') return 'text' in choice ? choice.text : '';
  return 'column' in choice ? (choice.fallback ?? '') : '';
}

interface HintProps {
  use: PlaceholderUse;
  onUse: (column: string) => void;
  onText: () => void;
}

function Hint({ use, onUse, onText }: HintProps) {
  const { nearest, isImage } = use;
  return (
    <p className={classes.hint}>
      {describeGap(use)}{' '}
      {isImage ? (
        <a className={links.link} data-repair href={`#${sections.primary.id}`}>
          Add a primary image
        </a>
      ) : (
        <button
          type="button"
          className={links.link}
          data-repair
          onClick={() => (nearest === undefined ? onText() : onUse(nearest))}
        >
          {nearest === undefined ? 'Use the same text on every page' : `Use ${nearest}`}
        </button>
      )}
    </p>
  );
}

interface EntryProps {
  label: string;
  start: string;
  /** Element that gets the focus afterward. */
  nextId: string;
  onDone: (text: string) => void;
  onCancel: () => void;
}

/**
 * Text for this placeholder, applied with Enter or the button, so that typing doesn't start an inspection.
 */
function TextEntry({ label, start, nextId, onDone, onCancel }: EntryProps) {
  const [text, setText] = useState(start);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    return () => document.getElementById(nextId)?.focus({ preventScroll: true });
  }, [nextId]);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onDone(text);
  };
  return (
    <Flex className={classes.entry ?? ''} wrap="wrap" align="flex-end" gap={8}>
      <Box flex="1 1 220px" miw={0}>
        <TextInput
          label={label}
          value={text}
          ref={field}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={press}
        />
      </Box>
      <Button onClick={() => onDone(text)}>Use text</Button>
      <Button variant="subtle" color="gray" onClick={onCancel}>
        Cancel
      </Button>
    </Flex>
  );
}

/** The first values of a column. */
export function SampleValues({ values }: { values: readonly string[] }) {
  return (
    <div className={classes.values} data-empty={values.length === 0 || undefined}>
      {values.length === 0 && <span>–</span>}
      {values.slice(0, 2).map((value, index) => (
        <span key={index} title={value}>
          {value === '' ? 'empty' : value}
        </span>
      ))}
    </div>
  );
}
