/** Formed links of the current run, to copy or download. The page shows the first 200. */
import { Box, Flex } from '@mantine/core';
import type { Project } from '#contract/project-shapes.ts';
import { formatError } from '#web/client/format-error.ts';
import { readFile } from '#web/client/read-file.ts';
import { Card, CardFoot } from '#web/ui/card.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { formatCount } from '#web/ui/format-figure.ts';
import { SignedLink } from '#web/ui/signed-link.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { LongList } from '../shared/long-list.tsx';
import { trimOrigin } from '../shared/project-report.rules.ts';

interface Props {
  first: Project['formed_links'];
  /** Number of all links. */
  count: number;
  url: string | null;
  onRenew: () => Promise<string | undefined>;
}

export function FormedLinks({ first, count, url, onRenew }: Props) {
  const readText = async () => {
    if (count <= first.length || url === null) return first.map(({ flink }) => flink).join('\n');
    return readFile((await onRenew()) ?? url);
  };
  const showFailure = (error: unknown) =>
    showToast({ kind: 'error', text: 'Couldn’t load the links.', detail: formatError(error) });
  return (
    <Card
      title="Formed links"
      aside={
        count > 0 && (
          <CopyButton text={readText} noun="all formed links" label="Copy all" onFailure={showFailure} />
        )
      }
      isFlush
    >
      <LongList noun="link" label="Formed links" items={first.map(renderLink)} />
      <CardFoot>
        {count === 0 && <span>This run has no formed links.</span>}
        {count > first.length && (
          <span>
            The first {formatCount(first.length)} of {formatCount(count)}
          </span>
        )}
        {url !== null && (
          <SignedLink address={url} onRenew={onRenew}>
            Download all links
          </SignedLink>
        )}
      </CardFoot>
    </Card>
  );
}

function renderLink({ flink, label, url }: Project['formed_links'][number], index: number) {
  return (
    <Flex
      component="li"
      key={index}
      align="center"
      gap={8}
      p="5px 18px"
      style={{ borderTop: '1px solid var(--line)' }}
    >
      <Box component="span" flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Box component="span" display="block" fw={500}>
          {label}
        </Box>
        <Box component="span" c="var(--text2)" ff="monospace" fz="xs">
          {trimOrigin(url)}
        </Box>
      </Box>
      <CopyButton text={flink} noun={`the link for ${label}`} />
    </Flex>
  );
}
