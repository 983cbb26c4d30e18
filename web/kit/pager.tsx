/** Pages of a list: range, total, rows per page, page buttons. */
import { Group, NativeSelect, Pagination } from '@mantine/core';
import { formatCount } from '#web/ui/format-figure.ts';
import classes from './list-page.module.css';

interface Props {
  page: number;
  perPage: number;
  total: number;
  onPage: (page: number) => void;
  onPerPage: (perPage: number) => void;
}

const SIZES = [10, 25, 50, 100];

export function Pager({ page, perPage, total, onPage, onPerPage }: Props) {
  const last = Math.max(1, Math.ceil(total / perPage));
  const from = total === 0 ? 0 : (page - 1) * perPage + 1;
  const to = Math.min(total, page * perPage);
  const sizes = [...new Set([...SIZES, perPage])].toSorted((a, b) => a - b);
  return (
    <Group gap="8px 16px" mt={14} c="var(--text2)" fz={13.5}>
      <span>
        {formatCount(from)}–{formatCount(to)} of {formatCount(total)}
      </span>
      <NativeSelect
        className={classes.size}
        aria-label="Rows per page"
        value={String(perPage)}
        data={sizes.map((size) => ({ value: String(size), label: `${size} per page` }))}
        onChange={(event) => onPerPage(Number(event.currentTarget.value))}
      />
      {last > 1 && (
        <Pagination.Root
          ml="auto"
          total={last}
          value={page}
          onChange={onPage}
          size={32}
          radius={8}
          getItemProps={(each) => ({ 'aria-label': `Page ${each}` })}
        >
          <Group component="nav" aria-label="Pages" gap={2}>
            <Pagination.Previous aria-label="Previous page" />
            <Pagination.Items />
            <Pagination.Next aria-label="Next page" />
          </Group>
        </Pagination.Root>
      )}
    </Group>
  );
}
