/** Searchable select of the sheet's columns for one placeholder, with other choices below. */
import { Box, Combobox, Flex, InputBase, useCombobox } from '@mantine/core';
import { Minus, TextCursorInput } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import classes from './column-select.module.css';
import type { SheetColumn } from './form-state.ts';

/** Values that aren't columns; no column name starts with this character. */
const ACTIONS = { text: '\u0000text', empty: '\u0000empty', keep: '\u0000keep' } as const;
type Action = keyof typeof ACTIONS;

interface Props {
  id: string;
  label: string;
  columns: readonly SheetColumn[];
  /** Shown in the closed field; empty if nothing is chosen. */
  value: string;
  nearest: string | undefined;
  isInvalid: boolean;
  /** Offers to leave the name in brackets. */
  canKeep: boolean;
  onColumn: (column: string) => void;
  onAction: (action: Action) => void;
}

const findAction = (value: string) =>
  (Object.keys(ACTIONS) as Action[]).find((name) => ACTIONS[name] === value);

export function ColumnSelect(props: Props) {
  const { id, label, columns, value, nearest, isInvalid, canKeep, onColumn, onAction } = props;
  const [search, setSearch] = useState<string>();
  const store = useCombobox({
    // Typing searches; the chosen column stays visible as the placeholder.
    onDropdownOpen: () => setSearch(''),
    onDropdownClose: () => {
      store.resetSelectedOption();
      setSearch(undefined);
    },
  });
  const wanted = (search ?? '').trim().toLowerCase();
  const found = columns.filter(({ name }) => name.toLowerCase().includes(wanted));
  const closest = found.filter(({ name }) => name === nearest);
  const others = found.filter(({ name }) => name !== nearest);
  const submit = (picked: string) => {
    store.closeDropdown();
    const action = findAction(picked);
    if (action) onAction(action);
    else onColumn(picked);
  };
  return (
    <Combobox
      store={store}
      width="target"
      position="bottom-start"
      offset={6}
      floatingStrategy="fixed"
      classNames={{ dropdown: classes.dropdown ?? '', groupLabel: classes.group ?? '' }}
      onOptionSubmit={submit}
    >
      <Combobox.Target withExpandedAttribute>
        <InputBase
          id={id}
          aria-label={label}
          aria-invalid={isInvalid || undefined}
          className={classes.field ?? ''}
          placeholder={value || 'Choose a column'}
          value={search ?? value}
          autoComplete="off"
          spellCheck={false}
          rightSection={<Combobox.Chevron />}
          rightSectionPointerEvents="none"
          onClick={() => store.openDropdown()}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            store.openDropdown();
            store.updateSelectedOptionIndex();
          }}
          onBlur={() => store.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        {store.dropdownOpened && (
          <>
            <Combobox.Options aria-label={label}>
              <div className={classes.columns}>
                <Group name="Closest match" columns={closest} />
                <Group name={closest.length > 0 ? 'Other columns' : 'Columns'} columns={others} />
                {found.length === 0 && <Combobox.Empty>No options</Combobox.Empty>}
              </div>
              <div className={classes.actions}>
                <Combobox.Option value={ACTIONS.text}>
                  <ActionLabel icon={<TextCursorInput size={16} />}>
                    Use the same text on every page…
                  </ActionLabel>
                </Combobox.Option>
                <Combobox.Option value={ACTIONS.empty}>
                  <ActionLabel icon={<Minus size={16} />}>Leave it empty</ActionLabel>
                </Combobox.Option>
                {canKeep && (
                  <Combobox.Option value={ACTIONS.keep}>
                    <ActionLabel icon={<span aria-hidden="true">[ ]</span>}>
                      Leave it as a shortcode
                    </ActionLabel>
                  </Combobox.Option>
                )}
              </div>
            </Combobox.Options>
            <Combobox.Footer role="status" fz="note" c="var(--text2)">
              {found.length} result(s) available
            </Combobox.Footer>
          </>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

function Group({ name, columns }: { name: string; columns: readonly SheetColumn[] }) {
  if (columns.length === 0) return null;
  return (
    <Combobox.Group label={name}>
      {columns.map((column, index) => (
        // Two columns may have the same name.
        <Combobox.Option key={index} value={column.name}>
          <Flex gap={12} miw={0}>
            <span className={classes.name}>{column.name}</span>
            <span className={classes.samples}>
              {column.samples.filter((text) => text !== '').join(' · ')}
            </span>
          </Flex>
        </Combobox.Option>
      ))}
    </Combobox.Group>
  );
}

function ActionLabel({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <Flex align="center" gap={10}>
      <Box component="span" display="grid" w={18} style={{ placeItems: 'center' }} aria-hidden="true">
        {icon}
      </Box>
      {children}
    </Flex>
  );
}
