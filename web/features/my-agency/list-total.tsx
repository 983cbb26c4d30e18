/** Count of members or invitations, next to the search; announced when a search changes it. */
import { Text } from '@mantine/core';
import { describeTotal } from '#web/kit/list-page.tsx';
import type { ShownList } from '#web/kit/use-list.ts';

interface Props {
  list: Pick<ShownList<unknown>, 'total' | 'isFiltered'>;
  noun: string;
}

export function ListTotal({ list: { total, isFiltered }, noun }: Props) {
  return (
    <Text span role="status" ml="auto" fz={13.5} c="var(--text2)">
      {total === undefined ? '' : describeTotal(total, noun, isFiltered)}
    </Text>
  );
}
