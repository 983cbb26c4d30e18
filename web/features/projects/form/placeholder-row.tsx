/** The seed's placeholders as chips; a chip opens the places where it stands. */
import { Box, Flex, Text, VisuallyHidden } from '@mantine/core';
import { useId, useState } from 'react';
import type { PlaceholderUse } from '#engine';
import { formatAmount } from '#web/ui/format-figure.ts';
import classes from './chip.module.css';
import { PlaceList } from './place-list.tsx';

const MEANING: Record<PlaceholderUse['state'], string> = {
  column: 'filled by a column of the sheet',
  derived: 'made by Geoloom',
  unknown: 'no matching column',
  waiting: 'waits for a sheet',
};

const LEGEND: typeof MEANING = {
  column: 'filled by columns of the sheet',
  derived: 'made by Geoloom',
  unknown: 'without a column',
  waiting: 'waiting for a sheet',
};

const SAMPLE_CHARACTERS = 60;

const ORDER: PlaceholderUse['state'][] = ['column', 'derived', 'waiting', 'unknown'];

export function PlaceholderRow({ uses }: { uses: readonly PlaceholderUse[] }) {
  const panel = useId();
  const [open, setOpen] = useState<string>();
  const shown = uses.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  const chosen = uses.find(({ text }) => text === open);
  const places = uses.reduce((sum, { count }) => sum + count, 0);
  return (
    <Box
      display="grid"
      p={14}
      style={{ gridTemplateColumns: 'minmax(0, 1fr)', gap: '10px', borderTop: '1px solid var(--line)' }}
    >
      <Text c="var(--text2)" fz="small">
        <Text component="strong" inherit c="var(--text)" fw={600}>
          {formatAmount(uses.length, 'placeholder')}
        </Text>{' '}
        in {formatAmount(places, 'place')}
      </Text>
      <Flex component="ul" wrap="wrap" gap={6}>
        {shown.map((use) => {
          const { text, state } = use;
          return (
            <li key={text}>
              <button
                type="button"
                className={classes.chip}
                data-state={state}
                aria-expanded={text === open}
                aria-controls={text === open ? panel : undefined}
                onClick={() => setOpen(text === open ? undefined : text)}
              >
                {text}
                <VisuallyHidden> {MEANING[state]}: show places</VisuallyHidden>
                <Filling use={use} />
              </button>
            </li>
          );
        })}
      </Flex>
      <Legend uses={uses} />
      {chosen && (
        <Box id={panel} p={12} bdrs={8} bg="var(--sunk)" style={{ border: '1px solid var(--line)' }}>
          <PlaceList use={chosen} meaning={MEANING[chosen.state]} />
        </Box>
      )}
    </Box>
  );
}

/** A value may be a whole page of text. */
const cutSample = ({ sample = '' }: PlaceholderUse) => sample.slice(0, SAMPLE_CHARACTERS);

/** `← geo_city: Houston`: the column, and what it says on the first page. */
function Filling({ use }: { use: PlaceholderUse }) {
  const { columns, sample } = use;
  const parts = [
    ...(columns.length > 0 ? [`← ${columns.join(', ')}`] : []),
    ...(sample === undefined ? [] : [cutSample(use) || 'empty']),
  ];
  // One text: of several, the box would drop the blanks at their ends. The font's `·` has no width.
  return (
    parts.length > 0 && (
      <Box
        component="span"
        display="block"
        maw={220}
        c="var(--text2)"
        fz="xs"
        lh="16px"
        style={{
          overflow: 'hidden',
          fontFamily: 'Overpass, system-ui, sans-serif',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
        }}
      >
        {parts.join(': ')}
      </Box>
    )
  );
}

/** Says in words what the colors of these chips mean. */
function Legend({ uses }: { uses: readonly PlaceholderUse[] }) {
  const states = ORDER.filter((state) => uses.some((use) => use.state === state));
  return (
    <Flex component="ul" wrap="wrap" gap="2px 16px" c="var(--text3)" fz="xs" lh="16px">
      {states.map((state) => (
        <Flex component="li" key={state} align="center" gap={6}>
          <span className={classes.swatch} data-state={state} aria-hidden="true" />
          {uses.filter((use) => use.state === state).length} {LEGEND[state]}
        </Flex>
      ))}
    </Flex>
  );
}
