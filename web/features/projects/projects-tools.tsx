/**
 * Views, search and the filter by state above the project list. The list of choices is a large part of
 * its own: the projects stand before it is there.
 */
import { ActionIcon, CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { lazyPart } from '#web/client/lazy-part.ts';
import type { ProjectFigures } from '#contract/project-shapes.ts';
import type { ListQuery } from '#web/client/use-list-query.ts';
import { formatCount } from '#web/ui/format-figure.ts';
import type { Choice } from '#web/ui/select.tsx';
import { countView, findView, readStates, STATE_LABELS, VIEWS } from './project-states.rules.ts';
import classes from './projects-page.module.css';

/** Without it the views above still choose by state. */
const Select = lazyPart(
  'select',
  async () => (await import('#web/ui/select.tsx')).Select,
  () => null,
);

const SEARCH_PAUSE_MS = 250;
const ANY: Choice = { value: 'any', label: 'Any last run' };
const STATES: readonly Choice[] = [
  ANY,
  ...Object.entries(STATE_LABELS)
    .filter(([value]) => value !== 'draft')
    .map(([value, label]) => ({ value, label })),
];

interface Props {
  list: ListQuery<'state'>;
  /** Not known yet: the views stand there without counts. */
  figures: ProjectFigures | undefined;
  /** Stands beside them on narrow screens. */
  action?: ReactNode;
}

export function ProjectsTools({ list, figures, action }: Props) {
  const states = readStates(list.query.filters.state.join(','));
  const view = findView(states);
  const filterId = useId();
  const [isFilterShown, setFilterShown] = useState(false);
  return (
    <>
      <div className={classes.views} role="group" aria-label="Views">
        {VIEWS.map((each) => (
          <button
            key={each.name}
            type="button"
            className={classes.view}
            aria-pressed={view?.name === each.name}
            onClick={() => list.setFilter('state', each.states)}
          >
            {each.label}{' '}
            {figures !== undefined && (
              <span className={classes.count}>{formatCount(countView(each, figures))}</span>
            )}
          </button>
        ))}
      </div>
      <div className={classes.tools}>
        <SearchField list={list} />
        {action}
        <ActionIcon
          className={classes.more}
          variant="default"
          size={44}
          aria-label="Filters"
          aria-expanded={isFilterShown}
          aria-controls={filterId}
          onClick={() => setFilterShown(!isFilterShown)}
        >
          <SlidersHorizontal size={18} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" />
        </ActionIcon>
        <div id={filterId} className={classes.filter} data-shown={isFilterShown || undefined}>
          <Suspense fallback={<div className={classes.filterToCome}>{nameChoice(states).label}</div>}>
            <Select
              label="Last run"
              isLabelHidden
              choices={STATES}
              value={nameChoice(states)}
              onChange={(choice) =>
                list.setFilter('state', !choice || choice.value === ANY.value ? [] : [choice.value])
              }
            />
          </Suspense>
        </div>
      </div>
    </>
  );
}

/** A view of several states is no single choice; it is pressed above. */
function nameChoice(states: readonly string[]): Choice {
  return (states.length === 1 && STATES.find(({ value }) => value === states[0])) || ANY;
}

/** What is typed shows at once; the address follows after a short pause. */
function SearchField({ list }: { list: ListQuery<'state'> }) {
  const wanted = list.query.search;
  const [text, setText] = useState(wanted);
  const [known, setKnown] = useState(wanted);
  const search = useDebouncedCallback((next: string) => list.setSearch(next.trim()), SEARCH_PAUSE_MS);
  // "Clear filters" and the browser's Back change the search without typing.
  if (known !== wanted) {
    setKnown(wanted);
    if (text.trim() !== wanted) setText(wanted);
  }
  const type = (next: string) => {
    setText(next);
    search(next);
  };
  const field = useRef<HTMLInputElement>(null);
  const empty = () => {
    type('');
    // Its own button goes with the text.
    field.current?.focus();
  };
  return (
    <TextInput
      ref={field}
      type="search"
      className={classes.search}
      classNames={{ input: classes.input }}
      aria-label="Search projects"
      placeholder="Search title"
      leftSection={<Search size={16} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" />}
      rightSection={text !== '' && <CloseButton size={28} aria-label="Empty the search" onClick={empty} />}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}
