/** The reference of the page language: docs/page-language.md as a page. */
import { Box } from '@mantine/core';
import { lexer, type Token, type Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';
import { Card } from '#web/ui/card.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import classes from './page-language.module.css';

const DOCUMENTS = import.meta.glob<string>('../../../docs/page-language.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});

interface Part {
  /** Undefined for the text before the first heading. */
  title?: string;
  tokens: Token[];
}

/** Splits the document at its headings; the first one is the title of the page. */
function readParts(text: string): { title: string; parts: Part[] } {
  const [first, ...tokens] = lexer(text);
  const parts: Part[] = [{ tokens: [] }];
  for (const token of tokens) {
    if (isKind(token, 'heading')) parts.push({ title: token.text, tokens: [] });
    else parts.at(-1)?.tokens.push(token);
  }
  return { title: first && isKind(first, 'heading') ? first.text : '', parts };
}

interface Kinds {
  heading: Tokens.Heading;
  paragraph: Tokens.Paragraph;
  table: Tokens.Table;
  codespan: Tokens.Codespan;
  em: Tokens.Em;
}

function isKind<Kind extends keyof Kinds>(token: Token, kind: Kind): token is Kinds[Kind] {
  return token.type === kind;
}

function Inline({ tokens }: { tokens: readonly Token[] }): ReactNode {
  return tokens.map((token, index) => (
    <Fragment key={index}>
      {isKind(token, 'codespan') ? (
        <code>{token.text}</code>
      ) : isKind(token, 'em') ? (
        <em>{token.text}</em>
      ) : (
        'text' in token && token.text
      )}
    </Fragment>
  ));
}

function Table({ header, rows }: Tokens.Table) {
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <thead>
          <tr>
            {header.map(({ tokens }, index) => (
              <th key={index} scope="col">
                <Inline tokens={tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map(({ tokens }, index) => (
                <td key={index} data-label={header[index]?.text}>
                  <Inline tokens={tokens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Block({ token }: { token: Token }) {
  if (isKind(token, 'table')) return <Table {...token} />;
  if (!isKind(token, 'paragraph')) return null;
  return (
    <p>
      <Inline tokens={token.tokens} />
    </p>
  );
}

export function PageLanguage() {
  const { title, parts } = readParts(Object.values(DOCUMENTS)[0] ?? '');
  return (
    <>
      <PageHead title={title} facts="Placeholders, filters, conditions, variants, lists and neighbors" />
      <Box display="grid" style={{ gap: '16px' }} maw={1040}>
        {parts.map(({ title: heading, tokens }) => (
          <Card key={heading ?? ''} {...(heading === undefined ? { label: title } : { title: heading })}>
            <div className={classes.body}>
              {tokens.map((token, index) => (
                <Block key={index} token={token} />
              ))}
            </div>
          </Card>
        ))}
      </Box>
    </>
  );
}
