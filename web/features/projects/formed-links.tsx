/** Formed links: filter, copy one or all, download all. The first 200 come with the page, the rest on request. */
import { TextInput } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Search } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { readFile } from '#web/client/read-file.ts';
import { Card } from '#web/ui/card.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { formatCount } from '#web/ui/format-figure.ts';
import ui from '#web/ui/link.module.css';
import { SignedLink } from '#web/ui/signed-link.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { filterLinks, type FormedLink, pathOf, readLinks } from './formed-links.rules.ts';
import classes from './formed-links.module.css';

const ROW_HEIGHT = 52;
const SHORT = 7;

interface Props {
  first: readonly FormedLink[];
  /** All that the run has formed. */
  count: number;
  url: string | null;
  onRenew: () => Promise<string | undefined>;
}

function useAllLinks({ first, count, url, onRenew }: Props) {
  const [all, setAll] = useState<readonly FormedLink[]>();
  const [isLoading, setLoading] = useState(false);
  const readText = async () => {
    if (count <= first.length || url === null) return first.map(({ flink }) => flink).join('\n');
    return readFile((await onRenew()) ?? url);
  };
  const load = async () => {
    if (all || isLoading || count <= first.length) return;
    setLoading(true);
    try {
      setAll(readLinks(await readText()));
    } catch (error) {
      tellFailure(error);
    } finally {
      setLoading(false);
    }
  };
  return { links: all ?? first, isLoading, load, readText };
}

function tellFailure(error: unknown) {
  const detail = error instanceof Error ? error.message : 'An error occurred';
  showToast({ kind: 'error', text: 'The links could not be read.', detail });
}

export function FormedLinks(props: Props) {
  const { count, url, onRenew } = props;
  const { links, isLoading, load, readText } = useAllLinks(props);
  const [typed, setTyped] = useState('');
  const shown = useMemo(() => filterLinks(links, typed), [links, typed]);
  const filter = (text: string) => {
    setTyped(text);
    void load();
  };
  return (
    <Card
      title="Formed links"
      aside={<CopyButton text={readText} noun="all formed links" label="Copy all" onFailure={tellFailure} />}
    >
      <TextInput
        type="search"
        className={classes.search}
        aria-label="Filter the formed links"
        placeholder={`Filter ${formatCount(count)} links`}
        leftSection={<Search size={16} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" />}
        value={typed}
        onChange={(event) => filter(event.currentTarget.value)}
      />
      {shown.length === 0 ? (
        <p className={classes.none} role="status">
          {isLoading ? 'Reading all links…' : 'No link holds this text.'}
        </p>
      ) : (
        <LinkList links={shown} />
      )}
      <div className={classes.foot}>
        {links.length < count && (
          <button type="button" className={ui.link} disabled={isLoading} onClick={load}>
            {isLoading ? 'Reading…' : `Show all ${formatCount(count)}`}
          </button>
        )}
        {url !== null && (
          <SignedLink address={url} onRenew={onRenew}>
            Download all links
          </SignedLink>
        )}
      </div>
    </Card>
  );
}

/** Only the rows in sight stand in the page: 100,000 links scroll like ten. */
function LinkList({ links }: { links: readonly FormedLink[] }) {
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
