/** Searchable select of the sheet's columns for one placeholder or page setting, with other choices below. */
import { Box, Combobox, Flex, InputBase, useCombobox } from '@mantine/core';
import { Minus, TextCursorInput } from 'lucide-react';
import { useState } from 'react';
import classes from './column-select.module.css';
import type { SheetColumn } from './form-state.ts';

/** Choices that aren't columns. */
const ACTIONS = {
  text: { icon: <TextCursorInput size={16} />, label: 'Use the same text on every page…' },
  empty: { icon: <Minus size={16} />, label: 'Leave it empty' },
  keep: { icon: <span aria-hidden="true">[ ]</span>, label: 'Leave it as a shortcode' },
  unset: { icon: <Minus size={16} />, label: 'Don’t set it' },
} as const;
export type ColumnAction = keyof typeof ACTIONS;
/** No column name starts with it. */
const ACTION_MARK = '\u0000';

interface Props {
  id: string;
  label: string;
  columns: readonly SheetColumn[];
  /** Shown in the closed field; empty if nothing is chosen. */
  value: string;
  nearest: string | undefined;
  isInvalid: boolean;
  actions: readonly ColumnAction[];
  onColumn: (column: string) => void;
  onAction: (action: ColumnAction) => void;
}

export function ColumnSelect(props: Props) {
  const { id, label, columns, value, nearest, isInvalid, actions, onColumn, onAction } = props;
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
    const action = actions.find((name) => picked === ACTION_MARK + name);
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
          attributes={{ input: { 'aria-invalid': isInvalid || undefined } }}
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
                {actions.map((name) => (
                  <Combobox.Option key={name} value={ACTION_MARK + name}>
                    <Flex align="center" gap={10}>
                      <Box
                        component="span"
                        display="grid"
                        w={18}
                        style={{ placeItems: 'center' }}
                        aria-hidden="true"
                      >
                        {ACTIONS[name].icon}
                      </Box>
                      {ACTIONS[name].label}
                    </Flex>
                  </Combobox.Option>
                ))}
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
