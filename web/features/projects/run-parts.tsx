/** Landing Pages XML files: each part with pages, size, checksum and its ways out, in the order of import. */
import { fileEnding } from '#contract/project-types.ts';
import { Box, Button, VisuallyHidden } from '@mantine/core';
import { Download, Link2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Run } from '#contract/run-shapes.ts';
import { Card } from '#web/ui/card.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { formatAmount, formatBytes, formatCount } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';
import { SignedLink } from '#web/ui/signed-link.tsx';
import page from './project-page.module.css';
import { nameOfType } from './project-types.rules.ts';
import classes from './run-parts.module.css';

type Part = Run['parts'][number];

const ICON = { size: 16, strokeWidth: 1.75, absoluteStrokeWidth: true, 'aria-hidden': true } as const;

const FIRST = 6;
/** Showing one more is no more work than saying that there is one. */
const LEAST_HIDDEN = 2;
const STEP = 100;

/** A file beside the parts has no pages of its own. */
const isPart = ({ pages }: Part): boolean => pages > 0;
const TABLE = 'HubDB table';

interface Props {
  /** Of the project. */
  type: string;
  parts: readonly Part[];
  /** The same part's address as it is now. */
  onRenew: (part: Part) => Promise<string | undefined>;
}

export function RunParts({ type, parts, onRenew }: Props) {
  const [most, setMost] = useState(FIRST);
  const isCut = parts.length - most >= LEAST_HIDDEN;
  const shown = isCut ? parts.slice(0, most) : parts;
  const rows = useRef<HTMLTableSectionElement>(null);
  const showMore = () => {
    // The button may be gone then, and with it the focus: it goes on to the first of the new ones.
    flushSync(() => setMost(most + STEP));
    rows.current?.children[most]?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true });
  };
  const count = parts.filter(isPart).length;
  const bytes = parts.reduce((sum, { size }) => sum + size, 0);
  const order = count > 1 ? ', in this order' : '';
  return (
    <Card
      title={`Landing Pages ${fileEnding(type).toUpperCase()} files`}
      aside={`${formatAmount(count, 'part')}, ${formatBytes(bytes)}${order}`}
      isFlush
    >
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col" className={`${classes.figure} ${classes.wide}`}>
              Pages
            </th>
            <th scope="col" className={`${classes.figure} ${classes.wide}`}>
              Size
            </th>
            <th scope="col" className={classes.wide}>
              Checksum (sha256)
            </th>
            <th scope="col">
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody ref={rows}>
          {shown.map((part) => (
            <PartRow key={part.name} part={part} onRenew={() => onRenew(part)} />
          ))}
        </tbody>
      </table>
      <div className={page.foot}>
        {isCut && (
          <Button size="xs" onClick={showMore}>
            {formatAmount(Math.min(STEP, parts.length - most), 'more part')}
          </Button>
        )}
        <a className={links.link} href="#import">
          How to import into {nameOfType(type)}
        </a>
      </div>
    </Card>
  );
}

function PartRow({ part, onRenew }: { part: Part; onRenew: () => Promise<string | undefined> }) {
  const copyAddress = async () => {
    const address = (await onRenew()) ?? part.url;
    return new URL(address, window.location.origin).href;
  };
  return (
    <tr>
      <td>
        <Box component="span" ff="var(--mono)" fz="12.5px" style={{ overflowWrap: 'anywhere' }}>
          {part.name}
        </Box>
        <span className={classes.small}>
          {isPart(part) ? formatAmount(part.pages, 'page') : TABLE}, {formatBytes(part.size)}
        </span>
      </td>
      <td className={`${classes.figure} ${classes.wide}`}>
        {isPart(part) ? formatCount(part.pages) : TABLE}
      </td>
      <td className={`${classes.figure} ${classes.wide}`}>{formatBytes(part.size)}</td>
      <td className={classes.wide}>
        <span className={classes.digest} title={part.sha256}>
          {part.sha256.slice(0, 8)}…{part.sha256.slice(-8)}
          <CopyButton text={part.sha256} noun={`the checksum of ${part.name}`} />
        </span>
      </td>
      <td className={classes.ways}>
        <span className={classes.wide}>
          <CopyButton
            text={copyAddress}
            noun={`a link to ${part.name}, good for nine minutes`}
            Icon={Link2}
          />
        </span>
        <SignedLink address={part.url} onRenew={onRenew} label={`Download ${part.name}`}>
          <Download {...ICON} />
          <span className={classes.word}>Download</span>
        </SignedLink>
      </td>
    </tr>
  );
}
