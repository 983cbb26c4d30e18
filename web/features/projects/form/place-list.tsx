/** Where one placeholder stands: leaf, context, line and column, and three lines of the file each. */
import { Box, Flex } from '@mantine/core';
import type { Place, PlaceholderUse } from '#engine';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import classes from './place-list.module.css';
import { SeedExcerpt } from './seed-excerpt.tsx';

const FIRST = 3;

export function PlaceList({ use, meaning }: { use: PlaceholderUse; meaning: string }) {
  const { places, text, count } = use;
  return (
    <div className={classes.list}>
      <p className={classes.head}>
        <code>{text}</code> {meaning}
        {use.columns.length > 0 && <Filling use={use} />}
        {`, ${formatAmount(count, 'place')}`}
      </p>
      <Places places={places.slice(0, FIRST)} text={text} />
      {places.length > FIRST && (
        <details>
          <summary className={classes.more}>
            Show {formatAmount(places.length - FIRST, 'more place')}
            {count > places.length && ` (${formatCount(count - places.length)} further ones are not listed)`}
          </summary>
          <Places places={places.slice(FIRST)} text={text} />
        </details>
      )}
    </div>
  );
}

function Filling({ use }: { use: PlaceholderUse }) {
  return (
    <>
      {': '}
      <code>{use.columns.join(', ')}</code>
      {use.sample !== undefined && (
        <>
          {', first page '}
          <Box component="q" c="var(--text)">
            {use.sample.slice(0, 120)}
          </Box>
        </>
      )}
    </>
  );
}

function Places({ places, text }: { places: readonly Place[]; text: string }) {
  return (
    <ol className={classes.places}>
      {places.map((place, index) => (
        <li key={index}>
          <Flex component="p" wrap="wrap" gap="0 12px" c="var(--text3)" fz={12.5}>
            <Box component="span" c="var(--text)" fw={500}>
              {place.leaf}
            </Box>
            <span>{place.context}</span>
            <Box component="span" ff="monospace">
              {place.line}:{place.column}
            </Box>
          </Flex>
          <SeedExcerpt place={place} text={text} />
        </li>
      ))}
    </ol>
  );
}
