/** The text of a construct, and how the first rows of the sheet fill it. */
import { Box } from '@mantine/core';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import type { TextPreview } from '#contract/draft-shapes.ts';
import { draftsContract } from '#contract/drafts.contract.ts';
import { BusyLine } from '#web/ui/busy-line.tsx';
import { useDelay } from '#web/ui/use-delay.ts';
import { call } from '#web/client/call.ts';
import { formatError } from '#web/client/format-error.ts';
import { ProblemList } from '../shared/problem-list.tsx';
import classes from './construct-preview.module.css';

export interface ConstructPreviewProps {
  draftId: string;
  /** Undefined while the fields have a gap. */
  text: string | undefined;
  hasSheet: boolean;
}

export function ConstructPreview({ draftId, text, hasSheet }: ConstructPreviewProps) {
  const { preview, failure, isBusy } = useTextPreview(draftId, hasSheet ? text : undefined);
  const isLate = useDelay(isBusy);
  return (
    <section aria-label="Preview" className={classes.preview} aria-busy={isBusy}>
      <Box component="h3" fz="small" fw={600}>
        Your first rows
      </Box>
      {(!hasSheet || text === undefined) && (
        <Box component="p" c="var(--text2)" fz="small">
          {hasSheet
            ? 'Fill in the fields to see the text on your rows.'
            : 'Add a sheet to see how its rows fill the text.'}
        </Box>
      )}
      {isLate && <BusyLine text="Filling the text" />}
      {failure !== undefined && (
        <Box component="p" role="alert" c="var(--crimson-text)" fz="small">
          Couldn’t fill the text. {failure}
        </Box>
      )}
      {preview && (
        <>
          <div className={classes.problems}>
            <ProblemList problems={preview.problems} />
          </div>
          <dl className={classes.rows}>
            {preview.rows.map(({ row, label, text: filled }) => (
              <div key={row}>
                <dt>{label || `Row ${row}`}</dt>
                <dd>
                  <FilledText html={filled} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}

const BLOCKS = new Set([
  'P',
  'DIV',
  'UL',
  'OL',
  'H1',
  'H2',
  'H3',
  'H4',
  'H5',
  'H6',
  'TR',
  'BLOCKQUOTE',
  'SECTION',
]);
const UNREAD = new Set(['SCRIPT', 'STYLE', 'TEMPLATE']);

/** Parsed documents run no scripts and load nothing. */
const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html').body;

function Nodes({ of }: { of: Node }): ReactNode {
  return [...of.childNodes].map((node, index) => <Read key={index} node={node} />);
}

function Read({ node }: { node: Node }): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue;
  const name = node.nodeName.toUpperCase();
  if (node.nodeType !== Node.ELEMENT_NODE || UNREAD.has(name)) return null;
  if (name === 'BR') return '\n';
  const inner = <Nodes of={node} />;
  if (name === 'LI') return <div className={classes.item}>{inner}</div>;
  if (name === 'A')
    return (
      <span className={classes.anchor} title={(node as Element).getAttribute('href') ?? ''}>
        {inner}
      </span>
    );
  return BLOCKS.has(name) ? <div>{inner}</div> : <Fragment>{inner}</Fragment>;
}

/** HTML as a visitor reads it: only its texts, lines, list items and links, built as elements of our own. */
function FilledText({ html }: { html: string }) {
  const body = parse(html);
  const isEmpty = body.textContent?.trim() === '';
  return isEmpty ? <span className={classes.empty}>Nothing</span> : <Nodes of={body} />;
}

const PAUSE_MS = 400;

interface Answer {
  text: string;
  preview?: TextPreview;
  failure?: string;
}

/** @param text undefined while there is nothing to fill */
function useTextPreview(id: string, text: string | undefined) {
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    if (text === undefined) return;
    const own = new AbortController();
    const ask = async () => {
      try {
        const preview = await call(draftsContract.preview, { params: { id }, body: { text } }, own.signal);
        setAnswer({ text, preview });
      } catch (error) {
        if (!own.signal.aborted) setAnswer({ text, failure: formatError(error) });
      }
    };
    const timer = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      own.abort();
    };
  }, [id, text]);
  if (text === undefined) return { isBusy: false };
  return { ...answer, isBusy: answer?.text !== text };
}
