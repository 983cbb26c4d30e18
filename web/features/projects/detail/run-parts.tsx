/** Landing Pages XML files: each part with pages, size, checksum and downloads, in the order of import. */
import { getFileExtension } from '#contract/project-types.ts';
import { Box, Button, Flex } from '@mantine/core';
import { Download, Link2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Run } from '#contract/run-shapes.ts';
import { Card, CardFoot } from '#web/ui/card.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Counted } from '#web/ui/counted.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { formatAmount, formatBytes } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';
import { SignedLink } from '#web/ui/signed-link.tsx';
import { formatType } from '../shared/project-types.rules.ts';

type Part = Run['parts'][number];

const FIRST = 6;
/** Hiding only one part isn't worth a button. */
const MIN_HIDDEN = 2;
const STEP = 100;

/** A table file has no pages of its own. */
const isPart = ({ pages }: Part): boolean => pages > 0;
const TABLE = 'HubDB file';

const COLUMNS: readonly Column<Part>[] = [
  {
    key: 'name',
    head: 'Part',
    render: ({ name }) => (
      <Box component="span" ff="monospace" fz="note" fw={400} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Box>
    ),
  },
  {
    key: 'pages',
    head: 'Pages',
    align: 'right',
    width: 130,
    render: (part) => (isPart(part) ? <Counted count={part.pages} noun="page" /> : TABLE),
  },
  { key: 'size', head: 'Size', align: 'right', width: 110, render: ({ size }) => formatBytes(size) },
  {
    key: 'sha256',
    head: 'Checksum (sha256)',
    width: 230,
    isWideOnly: true,
    render: ({ name, sha256 }) => (
      <Flex component="span" align="center" gap={4} c="var(--text2)" ff="monospace" fz="note" title={sha256}>
        {sha256.slice(0, 8)}…{sha256.slice(-8)}
        <CopyButton text={sha256} noun={`the checksum of ${name}`} />
      </Flex>
    ),
  },
];

/** Number of parts and tables, as in the forecast of the form. */
export function sumParts(parts: readonly Part[]) {
  const files = parts.filter(isPart);
  const all = parts.reduce((sum, { size }) => sum + size, 0);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return { count: files.length, bytes, tables: parts.length - files.length, tableBytes: all - bytes };
}

interface Props {
  /** Of the project. */
  type: string;
  parts: readonly Part[];
  /** Fetches a current URL of the same part. */
  onRenew: (part: Part) => Promise<string | undefined>;
}

export function RunParts({ type, parts, onRenew }: Props) {
  const [limit, setLimit] = useState(FIRST);
  const isCut = parts.length - limit >= MIN_HIDDEN;
  const shown = isCut ? parts.slice(0, limit) : parts;
  const rows = useRef<HTMLDivElement>(null);
  const showMore = () => {
    // The focused button may disappear, so the focus moves to the first new part.
    flushSync(() => setLimit(limit + STEP));
    rows.current?.querySelectorAll('a')[limit]?.focus({ preventScroll: true });
  };
  const { count, bytes, tables, tableBytes } = sumParts(parts);
  const order = count > 1 ? ', in this order' : '';
  const table =
    tables > 0 ? ` · ${tables > 1 ? formatAmount(tables, TABLE) : TABLE}, ${formatBytes(tableBytes)}` : '';
  return (
    <Card
      title={`Landing Pages ${getFileExtension(type).toUpperCase()} files`}
      aside={`${formatAmount(count, 'part')}, ${formatBytes(bytes)}${order}${table}`}
      isFlush
    >
      <div ref={rows}>
        <DataTable
          rows={shown}
          columns={COLUMNS}
          rowKey={({ name }) => name}
          rowName={({ name }) => name}
          menu={(part) => showDownload(part, () => onRenew(part))}
          isDense
          label="Parts"
        />
      </div>
      <CardFoot>
        {isCut && (
          <Button size="xs" onClick={showMore}>
            {formatAmount(Math.min(STEP, parts.length - limit), 'more part')}
          </Button>
        )}
        <a className={links.link} href="#import">
          How to import into {formatType(type)}
        </a>
      </CardFoot>
    </Card>
  );
}

function showDownload(part: Part, onRenew: () => Promise<string | undefined>) {
  const copyAddress = async () => {
    const address = (await onRenew()) ?? part.url;
    return new URL(address, window.location.origin).href;
  };
  return (
    <Flex component="span" align="center" justify="flex-end" gap={12}>
      <CopyButton text={copyAddress} noun={`a link to ${part.name}, valid for nine minutes`} Icon={Link2} />
      <SignedLink address={part.url} onRenew={onRenew} label={`Download ${part.name}`}>
        <Flex component="span" align="center" gap={6} fw={500}>
          <Download size={16} />
          Download
        </Flex>
      </SignedLink>
    </Flex>
  );
}
