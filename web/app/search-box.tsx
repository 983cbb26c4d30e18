/**
 * "What can we help you find?": a combobox over the fixed list of pages. Choosing one opens it and clears the
 * box. Ctrl+K (⌘K) opens the palette, which finds more.
 */
import { Box, Combobox, TextInput, useCombobox, VisuallyHidden } from '@mantine/core';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '#web/client/use-session.ts';
import { SCREEN_ICONS } from './screen-icons.ts';
import { isSearched, SCREENS } from './screens.ts';
import { findDestinations, listDestinations, MOD_KEY, splitMatch } from './search.rules.ts';
import classes from './search-box.module.css';

/** Typed text, its matches, and navigation to them. */
function useSearch(onLeave: (() => void) | undefined) {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const store = useCombobox();
  const role = useSession()?.role;
  const screens = SCREENS.filter((screen) => isSearched(screen, role));
  const found = findDestinations(listDestinations(screens), text);
  const { resetSelectedOption } = store;
  // Enter opens the first match. Moving by key lets the list announce the option to screen readers.
  useEffect(() => {
    resetSelectedOption();
    if (text.trim() === '') return;
    field.current?.dispatchEvent(new KeyboardEvent('keydown', { code: 'ArrowDown', bubbles: true }));
  }, [text, resetSelectedOption]);
  const type = (value: string) => {
    setText(value);
    if (value.trim() === '') store.closeDropdown();
    else store.openDropdown();
  };
  const pick = (name: string) => {
    const to = found.find((destination) => destination.name === name)?.to;
    if (to === undefined) return;
    type('');
    field.current?.blur();
    onLeave?.();
    void navigate(to);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    if (text === '') onLeave?.();
    type('');
  };
  return { field, text, found, store, type, press, pick };
}

interface Props {
  /** On narrow screens a button opens the box and Escape closes it. */
  onLeave?: () => void;
}

export function SearchBox({ onLeave }: Props) {
  const search = useSearch(onLeave);
  const { field, text, found, store, type, press, pick } = search;
  // Mounted before it opens: otherwise the field has no `aria-controls` when it does.
  const [isListKept, setListKept] = useState(false);
  return (
    <Box role="search" w="100%" maw={520}>
      <Combobox
        store={store}
        onOptionSubmit={pick}
        keepMounted={isListKept}
        withinPortal={false}
        offset={6}
        width="target"
      >
        <Combobox.Target withExpandedAttribute>
          <TextInput
            ref={field}
            aria-label="Search pages"
            placeholder="What can we help you find?"
            autoComplete="off"
            spellCheck={false}
            classNames={{ input: classes.field }}
            leftSection={<Search size={18} />}
            leftSectionWidth={42}
            rightSection={
              <kbd className={classes.key} aria-hidden="true">
                {text === '' ? `${MOD_KEY} K` : 'Esc'}
              </kbd>
            }
            rightSectionWidth="auto"
            rightSectionPointerEvents="none"
            value={text}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened the box to type
            autoFocus={onLeave !== undefined}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={press}
            onFocus={() => setListKept(true)}
            onBlur={() => store.closeDropdown()}
          />
        </Combobox.Target>
        <FoundPages search={search} />
      </Combobox>
      <VisuallyHidden role="status">
        {store.dropdownOpened && `${found.length} result${found.length === 1 ? '' : 's'} available`}
      </VisuallyHidden>
    </Box>
  );
}

function FoundPages({ search }: { search: ReturnType<typeof useSearch> }) {
  const { text, found, store } = search;
  return (
    <Combobox.Dropdown>
      <Combobox.Options
        aria-label="Pages"
        hidden={found.length === 0}
        mah="calc(10rem - 12px)"
        style={{ overflowY: 'auto' }}
      >
        {found.map(({ name, to }, index) => (
          <Combobox.Option
            key={name}
            value={name}
            className={classes.option}
            onPointerMove={() => store.selectOption(index)}
          >
            <PageIcon path={to} />
            <Match name={name} text={text} />
            <kbd className={classes.key} aria-hidden="true">
              Enter
            </kbd>
          </Combobox.Option>
        ))}
      </Combobox.Options>
      {found.length === 0 && <Combobox.Empty>No matching pages.</Combobox.Empty>}
    </Combobox.Dropdown>
  );
}

function PageIcon({ path }: { path: string }) {
  const Icon = SCREEN_ICONS[path];
  return Icon && <Icon size={18} />;
}

function Match({ name, text }: { name: string; text: string }) {
  const [before, match, after] = splitMatch(name, text);
  return (
    <Box component="span" flex={1}>
      {before}
      <b>{match}</b>
      {after}
    </Box>
  );
}
