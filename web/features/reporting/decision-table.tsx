/** Table of generated pages with decisions about one page or several: weak pages, and those that were decided. */
import type { ReactNode } from 'react';
import { type PageDecisionKind, pageDecisionsContract } from '#contract/page-decisions.contract.ts';
import { ListBody, type ListBodyProps } from '#web/kit/list-body.tsx';
import { offerAction } from '#web/kit/rows-action.rules.ts';
import { useRowsAction } from '#web/kit/rows-action.tsx';
import type { List } from '#web/kit/use-list.ts';
import { BulkBar } from '#web/ui/bulk-bar.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import links from '#web/ui/link.module.css';

interface DecidablePage {
  id: string | number;
  town: string;
  address: string;
  project_id: number;
  row_key: string;
  target: { row_key: string } | null;
}

const VERBS = { merge: 'Merge', drop: 'Drop', keep: 'Keep' } as const;
const DONE = { merge: 'merged', drop: 'dropped', keep: 'kept' } as const;

const getName = ({ town, address }: DecidablePage) => town || address;

type Decide<Page> = Omit<ReturnType<typeof useRowsAction>, 'ask'> & { ask: (pages: readonly Page[]) => void };

/** Confirms a decision. @param note its effect */
export function useDecision<Page extends DecidablePage>(
  decision: PageDecisionKind,
  note: string,
  select: (pages: readonly Page[]) => void,
): Decide<Page> {
  return useRowsAction<Page, typeof pageDecisionsContract.decide>(pageDecisionsContract.decide, {
    noun: 'page',
    verb: VERBS[decision],
    done: DONE[decision],
    note,
    getName,
    toInput: ({ project_id: id, row_key, target }) => ({
      params: { id },
      body: {
        row_key,
        decision: decision === 'keep' ? null : decision,
        ...(decision === 'merge' && target && { target_key: target.row_key }),
      },
    }),
    refresh: ['pageDecisions'],
    select,
  });
}

interface ButtonProps<Page> {
  page: Page;
  decision: PageDecisionKind;
  action: Decide<Page>;
}

export function DecisionButton<Page extends DecidablePage>({ page, decision, action }: ButtonProps<Page>) {
  return (
    <button
      type="button"
      className={links.link}
      aria-label={`${VERBS[decision]} ${getName(page)}`}
      onClick={() => action.ask([page])}
    >
      {VERBS[decision]}
    </button>
  );
}

interface BulkDecision<Page> {
  decision: PageDecisionKind;
  icon: ReactNode;
  fits: (page: Page) => boolean;
  action: Decide<Page>;
}

interface Props<Page extends DecidablePage, Filter extends string>
  extends Pick<ListBodyProps<Filter>, 'empty' | 'filters'> {
  list: List<Page, Filter>;
  label: string;
  columns: Column<Page>[];
  /** Actions of the bulk bar. */
  bulk: readonly BulkDecision<Page>[];
}

export function DecisionTable<Page extends DecidablePage, Filter extends string>(props: Props<Page, Filter>) {
  const { list, label, columns, bulk, empty, filters } = props;
  const { selected, select } = list;
  return (
    <>
      <ListBody
        list={list}
        noun="page"
        search="towns and URLs"
        filters={filters}
        empty={empty}
        isSelecting={selected.length > 0}
      >
        {(rows) => (
          <DataTable
            label={label}
            rows={rows}
            columns={columns}
            rowKey={({ id }) => id}
            rowName={getName}
            sort={list.query.sort}
            onSort={list.setSort}
            chosen={selected}
            onChoose={select}
            isDense
          />
        )}
      </ListBody>
      <BulkBar
        count={selected.length}
        onClear={() => select([])}
        actions={bulk.flatMap(({ decision, icon, fits, action }) =>
          offerAction(selected, { name: `${VERBS[decision]}…`, icon, fits, ask: action.ask }),
        )}
      />
    </>
  );
}
