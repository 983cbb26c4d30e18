/** HTML as a visitor reads it: only its texts, lines, list items and links, built as elements of our own. */
import { Fragment, type ReactNode } from 'react';
import classes from './construct-preview.module.css';

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

export function FilledText({ html }: { html: string }) {
  const body = parse(html);
  const isEmpty = body.textContent?.trim() === '';
  return isEmpty ? <span className={classes.empty}>Nothing</span> : <Nodes of={body} />;
}
