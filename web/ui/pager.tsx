/** The pages of a list: what is shown of how many, how many a page, and the way through. */
import { NativeSelect } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatCount } from './format-figure.ts';
import classes from './pager.module.css';
import { listPages } from './pager.rules.ts';

interface Props {
  page: number;
  perPage: number;
  total: number;
  onPage: (page: number) => void;
  onPerPage: (perPage: number) => void;
  sizes?: readonly number[];
}

const ICON = { size: 18, strokeWidth: 1.75, absoluteStrokeWidth: true, 'aria-hidden': true } as const;

export function Pager({ page, perPage, total, onPage, onPerPage, sizes = [10, 25, 50, 100] }: Props) {
  const last = Math.max(1, Math.ceil(total / perPage));
  const from = total === 0 ? 0 : (page - 1) * perPage + 1;
  const to = Math.min(total, page * perPage);
  const choices = [...new Set([...sizes, perPage])].toSorted((a, b) => a - b);
  return (
    <div className={classes.pager}>
      <span>
        {formatCount(from)}–{formatCount(to)} of {formatCount(total)}
      </span>
      <NativeSelect
        className={classes.size}
        aria-label="Rows a page"
        value={String(perPage)}
        data={choices.map((size) => ({ value: String(size), label: `${size} a page` }))}
        onChange={(event) => onPerPage(Number(event.currentTarget.value))}
      />
      {last > 1 && (
        <nav className={classes.pages} aria-label="Pages">
          <button
            type="button"
            className={classes.page}
            aria-label="Page before"
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          >
            <ChevronLeft {...ICON} />
          </button>
          {listPages(page, last).map((each, index) =>
            each === null ? (
              <span key={`gap-${index}`} aria-hidden="true">
                …
              </span>
            ) : (
              <button
                key={each}
                type="button"
                className={classes.page}
                aria-label={`Page ${each}`}
                aria-current={each === page ? 'page' : undefined}
                onClick={() => onPage(each)}
              >
                {each}
              </button>
            ),
          )}
          <button
            type="button"
            className={classes.page}
            aria-label="Next page"
            disabled={page >= last}
            onClick={() => onPage(page + 1)}
          >
            <ChevronRight {...ICON} />
          </button>
        </nav>
      )}
    </div>
  );
}
