/**
 * A list of links that renders only the rows in view: 100,000 links scroll like ten. It is one Tab stop;
 * arrow keys, Page Up, Page Down, Home and End move from link to link.
 */
import { Box, Flex } from '@mantine/core';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, type KeyboardEvent, type RefObject, useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { type FormedLink, pathOf } from './formed-links.rules.ts';
import classes from './formed-links.module.css';

const ROW_HEIGHT = 52;
const SHORT = 7;
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: SHORT,
  PageUp: -SHORT,
  Home: -Infinity,
  End: Infinity,
};

export function LinkList({ links }: { links: readonly FormedLink[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const { current, rows, handlers } = useRows(links.length, frame);
  return (
    <div
      ref={frame}
      className={classes.list}
      data-short={links.length <= SHORT || undefined}
      role="presentation"
      {...handlers}
    >
      <Box component="ul" pos="relative" style={{ height: rows.getTotalSize() }} aria-label="Formed links">
        {rows.getVirtualItems().map(({ index, start }) => {
          const link = links[index];
          if (!link) return null;
          return (
            <Flex
              component="li"
              key={index}
              align="center"
              gap={8}
              pos="absolute"
              top={0}
              left={0}
              w="100%"
              h={ROW_HEIGHT}
              style={{ borderBottom: '1px solid var(--line)', transform: `translateY(${start}px)` }}
              aria-setsize={links.length}
              aria-posinset={index + 1}
            >
              <LinkWords link={link} />
              <CopyButton
                text={link.flink}
                noun={`the link of ${link.label}`}
                tabIndex={index === current ? 0 : -1}
              />
            </Flex>
          );
        })}
      </Box>
    </div>
  );
}

function LinkWords({ link: { label, url } }: { link: FormedLink }) {
  return (
    <Box component="span" flex={1} miw={0}>
      <span className={classes.label} title={label}>
        {label}
      </span>
      <span className={classes.url} title={url}>
        {pathOf(url)}
      </span>
    </Box>
  );
}

/** The rows in view, and the one that Tab leads to. */
function useRows(count: number, frame: RefObject<HTMLDivElement | null>) {
  const [chosen, setCurrent] = useState(0);
  const last = count - 1;
  const current = Math.min(chosen, last);
  // The Tab stop stays in the page, also when it has been scrolled out of view.
  const rangeExtractor = useCallback(
    (range: Range) => [...new Set([...defaultRangeExtractor(range), current])].sort((a, b) => a - b),
    [current],
  );
  // oxlint-disable-next-line react/incompatible-library -- No compiler memoises this component.
  const rows = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    initialRect: { width: 300, height: SHORT * ROW_HEIGHT },
    rangeExtractor,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(last, current + step));
    flushSync(() => setCurrent(next));
    rows.scrollToIndex(next);
    frame.current?.querySelector<HTMLElement>(`[aria-posinset="${next + 1}"] button`)?.focus();
  };
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const place = Number(target.closest('li')?.ariaPosInSet);
    if (place > 0) setCurrent(place - 1);
  };
  return { current, rows, handlers: { onKeyDown, onFocus } };
}
