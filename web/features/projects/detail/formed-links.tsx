/** Formed links: filter, copy one or all, download all. The first 200 come with the page, the rest on request. */
import { Box, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { formatError } from '#web/client/format-error.ts';
import { lazyPart } from '#web/client/lazy-part.ts';
import { readFile } from '#web/client/read-file.ts';
import { Card } from '#web/ui/card.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import ui from '#web/ui/link.module.css';
import { MissingPart } from '#web/ui/missing-part.tsx';
import { SignedLink } from '#web/ui/signed-link.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { filterLinks, type FormedLink, readLinks } from './formed-links.rules.ts';
import classes from './formed-links.module.css';

const LinkList = lazyPart('link-list', async () => (await import('./link-list.tsx')).LinkList, MissingPart);

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

function tellNone(isLoading: boolean, count: number): string {
  if (isLoading) return 'Reading all links…';
  return count === 0 ? 'This run formed no links.' : 'No matching links';
}

function tellFailure(error: unknown) {
  const detail = formatError(error);
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
        placeholder={`Filter ${formatAmount(count, 'link')}`}
        leftSection={<Search size={16} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" />}
        value={typed}
        onChange={(event) => filter(event.currentTarget.value)}
      />
      {shown.length === 0 ? (
        <Box component="p" py={12} c="var(--text2)" role="status">
          {tellNone(isLoading, count)}
        </Box>
      ) : (
        <Suspense fallback={<div className={classes.list} />}>
          <LinkList links={shown} />
        </Suspense>
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
