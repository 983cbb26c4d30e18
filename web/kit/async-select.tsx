/**
 * Searchable select with all choices given, or searched on the server. Texts and numbers are those of the
 * specification's dropdowns.
 */
import { CloseButton, Combobox, InputBase, Text, useCombobox, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { formatError } from '#web/client/format-error.ts';
import { formatCount } from '#web/ui/format-figure.ts';
import { showToast } from '#web/ui/toast.tsx';

export interface Choice {
  value: string;
  label: string;
  /** Reason why it can't be chosen. */
  disabledReason?: string;
}

/** First choices of a longer list. */
export interface FirstChoices {
  choices: readonly Choice[];
  /** Count of all choices that match the text; undefined if there may be more. */
  total: number | undefined;
}

/** Searches choices: an empty text returns the first ones; otherwise at least two characters. */
export type FindChoices = (text: string, signal: AbortSignal) => Promise<FirstChoices>;

interface Props {
  label: string;
  /** The label is only for screen readers. */
  isLabelHidden?: boolean;
  value: Choice | null;
  onChange: (choice: Choice | null) => void;
  /** Must be a stable function while it searches the same list. */
  choices: readonly Choice[] | FindChoices;
  id?: string;
  error?: ReactNode;
  onBlur?: () => void;
  isDisabled?: boolean;
  isClearable?: boolean;
  /** Loads the first choices when the list opens. */
  isLazy?: boolean;
}

/** Gray but still readable, because it shows the reason. */
const UNAVAILABLE = { opacity: 1, color: 'var(--text3)' } as const;
const SEARCH_FROM_CHARACTERS = 2;
const SEARCH_PAUSE_MS = 250;
/** Steps of PageUp and PageDown. */
const PAGE_SIZE = 5;
/** Between 140 and 300, as in the specification; in a low window the field must stay visible. */
const MENU_HEIGHT = 'clamp(min(140px, 35vh), 35vh, 300px)';

export function AsyncSelect(props: Props) {
  const { label, isLabelHidden = false, value, onChange, isDisabled = false, isClearable = false } = props;
  const { store, text, found, total, isLoading, type, pick, close, turnPage } = useSelect(props);
  const part = describePart(found.length, total);
  // Mounted before it opens: otherwise the field has no `aria-controls` when it does.
  const [isListKept, setListKept] = useState(false);
  const canClear = isClearable && value !== null && !isDisabled;
  return (
    <Combobox
      store={store}
      onOptionSubmit={pick}
      keepMounted={isListKept}
      position="bottom-start"
      offset={6}
      // Fixed: otherwise scrolling to an option would also scroll the page, and move the field under the
      // header.
      floatingStrategy="fixed"
    >
      <Combobox.Target withExpandedAttribute>
        <InputBase
          {...(props.id === undefined ? {} : { id: props.id })}
          {...(isLabelHidden ? { 'aria-label': label } : { label })}
          placeholder={value?.label ?? 'Select...'}
          value={text ?? value?.label ?? ''}
          error={props.error}
          disabled={isDisabled}
          rightSection={
            canClear ? (
              <CloseButton size={24} aria-label={`Clear ${label}`} onClick={() => onChange(null)} />
            ) : (
              <Combobox.Chevron />
            )
          }
          rightSectionPointerEvents={canClear ? 'all' : 'none'}
          onChange={(event) => type(event.currentTarget.value)}
          onClick={() => store.openDropdown()}
          onKeyDown={turnPage}
          onFocus={() => setListKept(true)}
          onBlur={() => {
            close();
            props.onBlur?.();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={isDisabled}>
        <Combobox.Options aria-label={label} mah={MENU_HEIGHT} style={{ overflowY: 'auto' }}>
          {found.map((choice) => (
            <Combobox.Option
              key={choice.value}
              value={choice.value}
              active={choice.value === value?.value}
              {...(choice.disabledReason !== undefined && { disabled: true, style: UNAVAILABLE })}
            >
              {choice.label}
              {choice.disabledReason !== undefined && (
                <Text fz="xs" lh="16px">
                  {choice.disabledReason}
                </Text>
              )}
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>{isLoading ? 'Loading...' : 'No options'}</Combobox.Empty>}
        </Combobox.Options>
        <VisuallyHidden role="status">
          {isLoading ? 'Loading...' : `${found.length} result${found.length === 1 ? '' : 's'} available`}
          {part !== undefined && `, ${part}`}
        </VisuallyHidden>
        {part !== undefined && (
          <Combobox.Footer aria-hidden="true" fz="note" c="var(--text2)">
            {part}
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** @returns undefined if all choices are shown */
function describePart(count: number, total: number | undefined): string | undefined {
  if (total === undefined) return `First ${formatCount(count)}, type to find`;
  return total > count ? `${formatCount(count)} of ${formatCount(total)}, type to find` : undefined;
}

/** Typed text, its matches, and keys that Mantine's combobox lacks. */
function useSelect({ choices, onChange, isLazy = false }: Pick<Props, 'choices' | 'onChange' | 'isLazy'>) {
  const [text, setText] = useState<string>();
  const [isWanted, setWanted] = useState(!isLazy);
  const { found, total, isLoading } = useChoices(choices, text ?? '', isWanted);
  const store = useCombobox({
    loop: false,
    onDropdownOpen: () => {
      setWanted(true);
      store.updateSelectedOptionIndex('active');
    },
    onDropdownClose: () => store.resetSelectedOption(),
  });
  const close = () => {
    setText(undefined);
    store.closeDropdown();
  };
  const pick = (picked: string) => {
    onChange(found.find(({ value }) => value === picked) ?? null);
    close();
  };
  const type = (typed: string) => {
    setText(typed);
    store.openDropdown();
    store.resetSelectedOption();
  };
  const turnPage = (event: KeyboardEvent<HTMLInputElement>) => {
    const code = { PageDown: 'ArrowDown', PageUp: 'ArrowUp' }[event.key];
    if (code === undefined || !store.dropdownOpened) return;
    event.preventDefault();
    // The combobox only moves by single steps, and reports each of them.
    for (let step = 0; step < PAGE_SIZE; step += 1) {
      event.currentTarget.dispatchEvent(new KeyboardEvent('keydown', { code, bubbles: true }));
    }
  };
  return { store, text, found, total, isLoading, type, pick, close, turnPage };
}

function useChoices(choices: Props['choices'], text: string, isWanted: boolean) {
  const isRemote = typeof choices === 'function';
  const [reply, setReply] = useState<FirstChoices & { text: string }>();
  const query = toSearchText(text.trim());
  useEffect(() => {
    if (!isRemote || !isWanted) return;
    const controller = new AbortController();
    const search = () =>
      choices(query, controller.signal)
        .then((first) => setReply({ text: query, ...first }))
        .catch((error: unknown) => {
          if (controller.signal.aborted) return;
          setReply({ text: query, choices: [], total: 0 });
          showToast({ kind: 'error', text: formatError(error) });
        });
    // The first choices load at once.
    const timer = setTimeout(search, query === '' ? 0 : SEARCH_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [choices, isRemote, isWanted, query]);
  if (isRemote) {
    // Options of an earlier text don't match this one.
    const isLoading = reply?.text !== query;
    return isLoading
      ? { found: [], total: 0, isLoading }
      : { found: reply.choices, total: reply.total, isLoading };
  }
  const lower = text.trim().toLowerCase();
  const found = choices.filter(({ label }) => label.toLowerCase().includes(lower));
  return { found, total: found.length, isLoading: false };
}

/** A single character isn't searched: the first choices stay. */
function toSearchText(typed: string): string {
  return typed.length < SEARCH_FROM_CHARACTERS ? '' : typed;
}
