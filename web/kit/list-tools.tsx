/** Tools above a list: views with counts, search, and a select for each filter. */
import { ActionIcon, Box, CloseButton, Group, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { formatCount } from '#web/ui/format-figure.ts';
import tabs from '#web/ui/tabs.module.css';
import { AsyncSelect, type Choice } from './async-select.tsx';
import classes from './list-page.module.css';
import type { ListQuery } from './use-list-query.ts';

const SEARCH_PAUSE_MS = 250;

/** View: a filter with its values, as a tab. */
export interface View<Filter extends string> {
  label: string;
  filter: Filter;
  /** Undefined for all rows. */
  values: readonly string[];
  /** Undefined until known. */
  count?: number | undefined;
}

export interface FilterChoice<Filter extends string> {
  filter: Filter;
  label: string;
  /** Label for no choice: `Any status`. */
  any: string;
  choices: readonly Choice[];
}

interface Props<Filter extends string> {
  query: ListQuery<Filter>;
  /** `projects` */
  nouns: string;
  /** Searchable field: `title`; undefined without a search. */
  search?: string | undefined;
  views?: readonly View<Filter>[] | undefined;
  filters?: readonly FilterChoice<Filter>[] | undefined;
  /** Filters that aren't a select, next to the selects. */
  fields?: ReactNode;
  /** An icon next to them on narrow screens. */
  action?: ReactNode;
}

export function ListTools<Filter extends string>(props: Props<Filter>) {
  const { query, nouns, search, views = [], filters = [], fields, action } = props;
  const filtersId = useId();
  const [isShown, setShown] = useState(false);
  if (views.length === 0 && filters.length === 0 && search === undefined) return null;
  return (
    <>
      {views.length > 0 && <Views query={query} views={views} />}
      <Group className={classes.tools} gap={8}>
        {search !== undefined && <SearchField query={query} nouns={nouns} what={search} />}
        {action}
        {filters.length > 0 && (
          <ActionIcon
            className={classes.more}
            variant="default"
            size={44}
            aria-label="Filters"
            aria-expanded={isShown}
            aria-controls={filtersId}
            onClick={() => setShown(!isShown)}
          >
            <SlidersHorizontal size={18} />
          </ActionIcon>
        )}
        {(filters.length > 0 || fields !== undefined) && (
          <Group id={filtersId} className={classes.filters} gap={8} data-shown={isShown || undefined}>
            {filters.map((each) => (
              <FilterSelect key={each.filter} query={query} filter={each} />
            ))}
            {fields}
          </Group>
        )}
      </Group>
    </>
  );
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((each) => b.includes(each));

function Views<Filter extends string>({
  query,
  views,
}: Required<Pick<Props<Filter>, 'query'>> & { views: readonly View<Filter>[] }) {
  return (
    <div className={tabs.tabs} role="group" aria-label="Views">
      {views.map(({ label, filter, values, count }) => (
        <button
          key={label}
          type="button"
          className={tabs.tab}
          aria-pressed={isSame(query.query.filters[filter], values)}
          onClick={() => query.setFilter(filter, values)}
        >
          {label}{' '}
          {count !== undefined && (
            <Box component="span" ml={3} c="var(--text3)" fz="small" fw={400}>
              {formatCount(count)}
            </Box>
          )}
        </button>
      ))}
    </div>
  );
}

const ANY = '';

function FilterSelect<Filter extends string>({
  query,
  filter: each,
}: {
  query: ListQuery<Filter>;
  filter: FilterChoice<Filter>;
}) {
  const { filter, label, any, choices } = each;
  const values = query.query.filters[filter];
  const anyChoice = { value: ANY, label: any };
  // Several values at once are a view, so no single choice is active.
  const chosen = values.length === 1 ? choices.find(({ value }) => value === values[0]) : undefined;
  return (
    <AsyncSelect
      label={label}
      isLabelHidden
      value={chosen ?? anyChoice}
      choices={[anyChoice, ...choices]}
      onChange={(choice) => query.setFilter(filter, choice && choice.value !== ANY ? [choice.value] : [])}
    />
  );
}

/** Typed text shows at once; the URL follows after a short pause. */
function SearchField({ query, nouns, what }: { query: ListQuery<never>; nouns: string; what: string }) {
  const current = query.query.search;
  const [text, setText] = useState(current);
  const [lastSearch, setLastSearch] = useState(current);
  const search = useDebouncedCallback((next: string) => query.setSearch(next.trim()), SEARCH_PAUSE_MS);
  // "Clear filters" and the browser's Back change the search without typing.
  if (lastSearch !== current) {
    setLastSearch(current);
    if (text.trim() !== current) setText(current);
  }
  const type = (next: string) => {
    setText(next);
    search(next);
  };
  const field = useRef<HTMLInputElement>(null);
  const clear = () => {
    type('');
    // The clear button disappears with the text.
    field.current?.focus();
  };
  return (
    <TextInput
      ref={field}
      type="search"
      className={classes.search}
      aria-label={`Search ${nouns}`}
      placeholder={`Search ${what}`}
      leftSection={<Search size={16} />}
      rightSection={text !== '' && <CloseButton size={28} aria-label="Clear search" onClick={clear} />}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}
