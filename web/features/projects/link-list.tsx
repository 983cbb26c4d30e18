/** A list of links of which only the rows in sight stand in the page: 100,000 links scroll like ten. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { type FormedLink, pathOf } from './formed-links.rules.ts';
import classes from './formed-links.module.css';

const ROW_HEIGHT = 52;
const SHORT = 7;

export function LinkList({ links }: { links: readonly FormedLink[] }) {
  const frame = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- No compiler memoises this component.
  const rows = useVirtualizer({
    count: links.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    initialRect: { width: 300, height: SHORT * ROW_HEIGHT },
  });
  return (
    <div ref={frame} className={classes.list} data-short={links.length <= SHORT || undefined} tabIndex={0}>
      <ul className={classes.ground} style={{ height: rows.getTotalSize() }} aria-label="Formed links">
        {rows.getVirtualItems().map(({ index, start }) => {
          const link = links[index];
          if (!link) return null;
          return (
            <li
              key={index}
              className={classes.link}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={links.length}
              aria-posinset={index + 1}
            >
              <span className={classes.words}>
                <span className={classes.label} title={link.label}>
                  {link.label}
                </span>
                <span className={classes.url} title={link.url}>
                  {pathOf(link.url)}
                </span>
              </span>
              <CopyButton text={link.flink} noun={`the link of ${link.label}`} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
