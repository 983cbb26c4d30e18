/**
 * "What can we help you find?": a combobox over the fixed list of pages. Picking one goes there and
 * clears the box. Ctrl+K (⌘K) leads to it from everywhere.
 */
import { useHotkeys } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '#web/client/use-session.ts';
import { isAllowed, SCREENS } from './screens.ts';
import { type Destination, findDestinations, listDestinations, splitMatch } from './search.rules.ts';
import classes from './search-box.module.css';

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);
const ICON = { size: 18, strokeWidth: 1.75, absoluteStrokeWidth: true, 'aria-hidden': true } as const;

/** Text, opened list and the active entry of the box. */
function useSearch(onLeave: (() => void) | undefined) {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isOpened, setOpened] = useState(false);
  const [active, setActive] = useState(0);
  const role = useSession()?.role;
  const screens = SCREENS.filter((screen) => isAllowed(screen, role));
  const found = findDestinations(listDestinations(screens), text);
  const close = () => {
    setOpened(false);
    setActive(0);
  };
  const pick = (destination: Destination | undefined) => {
    if (destination === undefined) return;
    setText('');
    close();
    field.current?.blur();
    onLeave?.();
    void navigate(destination.to);
  };
  const type = (value: string) => {
    setText(value);
    setActive(0);
    setOpened(value.trim() !== '');
  };
  const step = (by: number) => {
    if (!isOpened) setOpened(true);
    else if (found.length > 0) setActive((active + by + found.length) % found.length);
  };
  const press = (event: KeyboardEvent) => {
    const keys: Record<string, () => void> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Enter: () => isOpened && pick(found[active]),
      Escape: () => {
        if (!isOpened && text === '') onLeave?.();
        setText('');
        close();
      },
    };
    const act = keys[event.key];
    if (act === undefined || event.nativeEvent.isComposing) return;
    event.preventDefault();
    act();
  };
  return { field, text, found, active, isOpened, setActive, type, press, pick, close };
}

interface Props {
  /** Narrow screens: the box is opened by a button, and left with Escape. */
  onLeave?: () => void;
}

export function SearchBox({ onLeave }: Props) {
  const id = useId();
  const search = useSearch(onLeave);
  const { field, text, found, active, isOpened } = search;
  useHotkeys([['mod+K', () => field.current?.focus()]], []);
  return (
    <div className={classes.box} role="search">
      <Search {...ICON} className={classes.icon} />
      <input
        ref={field}
        className={classes.field}
        type="text"
        role="combobox"
        aria-label="Search pages"
        aria-expanded={isOpened && found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpened && found.length > 0 ? `${id}-${active}` : undefined}
        placeholder="What can we help you find?"
        autoComplete="off"
        spellCheck={false}
        value={text}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that opened it asked for it
        autoFocus={onLeave !== undefined}
        onChange={(event) => search.type(event.currentTarget.value)}
        onKeyDown={search.press}
        onBlur={search.close}
      />
      <kbd className={classes.key} aria-hidden="true">
        {text === '' ? `${IS_MAC ? '⌘' : 'Ctrl'} K` : 'Esc'}
      </kbd>
      <FoundPages id={id} search={search} />
      <div role="status">
        {isOpened && found.length === 0 && (
          <p className={`${classes.list} ${classes.nothing}`}>No page has this in its name.</p>
        )}
      </div>
    </div>
  );
}

function FoundPages({ id, search }: { id: string; search: ReturnType<typeof useSearch> }) {
  const { text, found, active, isOpened } = search;
  return (
    <div
      id={`${id}-list`}
      className={classes.list}
      role="listbox"
      aria-label="Pages"
      hidden={!isOpened || found.length === 0}
    >
      {found.map((destination, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field holds the focus and the keys
        <div
          key={destination.name}
          id={`${id}-${index}`}
          className={classes.option}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // The field keeps the focus, so that its blur does not close the list before the click.
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => search.setActive(index)}
          onClick={() => search.pick(destination)}
        >
          {destination.Icon && <destination.Icon {...ICON} />}
          <Match name={destination.name} text={text} />
          {index === active && (
            <kbd className={classes.key} aria-hidden="true">
              Enter
            </kbd>
          )}
        </div>
      ))}
    </div>
  );
}

function Match({ name, text }: { name: string; text: string }) {
  const [before, match, after] = splitMatch(name, text);
  return (
    <span className={classes.name}>
      {before}
      <b>{match}</b>
      {after}
    </span>
  );
}
