/** Command palette: finds projects, domains, runs, agencies and actions by part of their name. */
import { Box, Modal, Text, TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { Fragment, type KeyboardEvent, useId, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { findContract } from '#contract/find.contract.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { formatError } from '#web/client/format-error.ts';
import { useCall } from '#web/client/use-call.ts';
import { useSession } from '#web/client/use-session.ts';
import { useAppSelector } from '#web/client/use-store.ts';
import { formatAmount } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';
import { useNow } from '#web/ui/use-now.ts';
import classes from './palette.module.css';
import { type Entry, listActions, listFound, listRecent } from './palette.rules.tsx';
import { MOD_KEY, splitMatch } from './search.rules.ts';

const PAUSE_MS = 100;
const MAX_RECENT = 5;

interface Props {
  isOpened: boolean;
  isNarrow: boolean;
  onClose: () => void;
}

export function Palette({ isOpened, isNarrow, onClose }: Props) {
  return (
    <Modal.Root
      opened={isOpened}
      onClose={onClose}
      fullScreen={isNarrow}
      size={660}
      yOffset={96}
      padding={0}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay bg="var(--scrim)" />
      <Modal.Content
        className={classes.palette ?? ''}
        radius={isNarrow ? 0 : 14}
        aria-label="Find projects, domains and runs"
      >
        <Modal.Body className={classes.body ?? ''}>
          <Finder isNarrow={isNarrow} onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Entries for the typed text; an empty box shows recent projects and all actions. */
function useEntries(typed: string) {
  const role = useSession()?.role;
  const agency = useAppSelector(({ user }) => user.userData?.agency);
  const [text] = useDebouncedValue(typed, PAUSE_MS);
  const now = useNow();
  const isEmpty = typed === '';
  const found = useCall(findContract.all, { query: { text } }, { skip: isEmpty || text === '' });
  const recent = useCall(
    projectsContract.list,
    { query: { per_page: MAX_RECENT } },
    { skip: !isEmpty, isFinal: true },
  );
  const actions = listActions({ role, isMainAdmin: agency?.is_main_admin === true }, typed);
  const entries = isEmpty
    ? [...listRecent(recent.data ?? [], now), ...actions]
    : [...(found.data ? listFound(found.data, now) : []), ...actions];
  const isSettled = isEmpty || (text === typed && !found.isFetching);
  return { entries, isSettled, error: isEmpty ? undefined : found.error };
}

function Finder({ isNarrow, onClose }: Pick<Props, 'isNarrow' | 'onClose'>) {
  const id = useId();
  const navigate = useNavigate();
  const [value, setValue] = useState('');
  const [chosen, setChosen] = useState(0);
  const text = value.trim();
  const { entries, isSettled, error } = useEntries(text);
  const at = Math.min(chosen, entries.length - 1);
  const type = (next: string) => {
    setValue(next);
    setChosen(0);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const entry = entries[at];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setChosen((at + step + entries.length) % entries.length);
      document.getElementById(`${id}-${(at + step + entries.length) % entries.length}`)?.scrollIntoView({
        block: 'nearest',
      });
    } else if (event.key === 'Enter' && entry) {
      event.preventDefault();
      entry.prepare?.();
      if (event.ctrlKey || event.metaKey) {
        window.open(entry.to, '_blank', 'noopener');
      } else {
        onClose();
        void navigate(entry.to);
      }
    }
  };
  const hasNoResults = isSettled && !error && text !== '' && entries.length === 0;
  return (
    <>
      <div className={classes.head}>
        <Search size={20} />
        <TextInput
          aria-label="Find projects, domains and runs"
          placeholder="Find projects, domains and runs"
          role="combobox"
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={entries.length > 0 ? `${id}-${at}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          variant="unstyled"
          flex={1}
          classNames={{ input: classes.field ?? '' }}
          data-autofocus
          value={value}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={press}
        />
        {isNarrow ? (
          <UnstyledButton className={classes.cancel ?? ''} onClick={onClose}>
            Cancel
          </UnstyledButton>
        ) : (
          <kbd className={classes.key} aria-hidden="true">
            Esc
          </kbd>
        )}
      </div>
      <div className={classes.results}>
        {error && (
          <Text p="10px 18px" c="var(--crimson-text)" role="alert">
            The search failed. {formatError(error)}
          </Text>
        )}
        {hasNoResults && (
          <Text p="14px 18px" c="var(--text2)">
            No results for “{text}”.{' '}
            <Link
              className={links.link}
              to={`/tutorials?search=${encodeURIComponent(text)}`}
              onClick={onClose}
            >
              Search tutorials
            </Link>
          </Text>
        )}
        <div role="listbox" id={`${id}-list`} aria-label="Results">
          {entries.map((entry, index) => (
            <Fragment key={entry.key}>
              {entry.group !== entries[index - 1]?.group && (
                <div role="presentation" className={classes.group}>
                  {entry.group}
                </div>
              )}
              <Option
                id={`${id}-${index}`}
                entry={entry}
                text={text}
                isChosen={index === at}
                onPoint={() => setChosen(index)}
                onClose={onClose}
              />
            </Fragment>
          ))}
        </div>
      </div>
      {!isNarrow && <Foot count={text === '' || !isSettled ? undefined : entries.length} />}
      <VisuallyHidden role="status">
        {text !== '' && isSettled && `${formatAmount(entries.length, 'result')} available`}
      </VisuallyHidden>
    </>
  );
}

interface OptionProps {
  id: string;
  entry: Entry;
  text: string;
  isChosen: boolean;
  onPoint: () => void;
  onClose: () => void;
}

function Option({ id, entry, text, isChosen, onPoint, onClose }: OptionProps) {
  const [before, match, after] = splitMatch(entry.title, text);
  return (
    <Link
      id={id}
      to={entry.to}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      className={classes.option}
      onPointerMove={onPoint}
      onClick={(event) => {
        entry.prepare?.();
        if (!event.ctrlKey && !event.metaKey) onClose();
      }}
    >
      <span className={classes.tile} data-plain={entry.group === 'Actions' || undefined}>
        {entry.icon}
      </span>
      <Box component="span" flex={1} miw={0}>
        <Text component="span" display="block" fz="md" fw={500} truncate>
          {before}
          <b>{match}</b>
          {after}
        </Text>
        {entry.note !== undefined && (
          <Text component="span" display="block" fz="note" c="var(--text3)" truncate>
            {entry.note}
          </Text>
        )}
      </Box>
      {entry.right !== undefined && <span className={classes.right}>{entry.right}</span>}
      {isChosen && (
        <kbd className={classes.key} aria-hidden="true">
          Enter
        </kbd>
      )}
    </Link>
  );
}

function Foot({ count }: { count: number | undefined }) {
  return (
    <div className={classes.foot}>
      <span aria-hidden="true">
        <kbd className={classes.key}>↑</kbd> <kbd className={classes.key}>↓</kbd> move
      </span>
      <span aria-hidden="true">
        <kbd className={classes.key}>Enter</kbd> open
      </span>
      <span aria-hidden="true">
        <kbd className={classes.key}>{MOD_KEY} Enter</kbd> new tab
      </span>
      {count !== undefined && <span className={classes.count}>{formatAmount(count, 'result')}</span>}
    </div>
  );
}
