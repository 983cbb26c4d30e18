/** Quality of the pages on the site next to that of their files, and what the site changed. */
import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { QUALITY_TEXTS } from '#contract/quality-texts.ts';
import { type DifferenceCode, DIFFERENCES, type Scan } from '#contract/scans.contract.ts';
import { Card, CardFoot } from '#web/ui/card.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { formatAmount } from '#web/ui/format-figure.ts';
import { KeyFigures } from '#web/ui/key-figures.tsx';
import links from '#web/ui/link.module.css';
import { DIFFERENCE_FACTS, describeSitemap } from './scans.rules.ts';

type Quality = NonNullable<Scan['quality']>;

const MAX_COSTS = 3;

export function LiveQuality({ quality }: { quality: Quality }) {
  const { pages, costs } = quality;
  return (
    <Card title="Quality on the site" aside={`${formatAmount(pages, 'page')} measured`}>
      <KeyFigures label="Quality on the site" figures={listFigures(quality)} />
      <Text c="var(--text2)" mt={14} maw={720}>
        A theme adds the same menus and footers to every page, and values from the sheet count as text here.
        Compare a live score with other scans, not with the score of the files.
      </Text>
      {costs.length > 0 && (
        <Box mt={14} maw={720}>
          <Text component="h3" fw={600}>
            Top problems
          </Text>
          <FactList
            isRuled
            facts={costs
              .slice(0, MAX_COSTS)
              .map(({ code, points, pages: count }) => [
                `${QUALITY_TEXTS[code] ?? code} (${formatAmount(count, 'page')})`,
                `−${points.toFixed(1)}`,
              ])}
          />
        </Box>
      )}
    </Card>
  );
}

function listFigures({ score, files, previous }: Quality) {
  const toNote = (others: string) => `of 100, ${others}`;
  return [
    { label: 'Live', value: Math.round(score), note: toNote('without row data') },
    ...(files
      ? [
          {
            label: `Files of run #${files.run}`,
            value: Math.round(files.score),
            note: toNote('with row data'),
          },
        ]
      : []),
    ...(previous
      ? [{ label: 'Previous scan', value: Math.round(previous.score), note: toNote('without row data') }]
      : []),
  ];
}

export function SiteChanges({ scan: { differences, sitemap, quality } }: { scan: Scan }) {
  const [address] = useSearchParams();
  const found = DIFFERENCES.filter((code) => (differences[code] ?? 0) > 0);
  const toList = (code: DifferenceCode) => {
    const next = new URLSearchParams(address);
    for (const name of ['page', 'finding', 'change', 'search']) next.delete(name);
    next.set('difference', code);
    return { search: next.toString() };
  };
  return (
    <Card title="Changed by the site" isFlush>
      {found.length === 0 && (
        <Text px={18} pb={12} c="var(--text2)">
          {quality?.files
            ? 'Titles, headings, canonical URLs and noindex are as in the files.'
            : 'No changes are known, because the files of the run weren’t measured or no page could be read.'}
        </Text>
      )}
      <ul>
        {found.map((code) => (
          <Row key={code} code={code} count={differences[code] ?? 0}>
            <Link className={links.link} to={toList(code)} preventScrollReset>
              Show
            </Link>
          </Row>
        ))}
      </ul>
      {sitemap && <CardFoot>{describeSitemap(sitemap)}</CardFoot>}
    </Card>
  );
}

function Row({ code, count, children }: { code: DifferenceCode; count: number; children: ReactNode }) {
  const { one, many, cause } = DIFFERENCE_FACTS[code];
  return (
    <Box
      component="li"
      display="flex"
      p="10px 18px"
      style={{ gap: 12, borderTop: '1px solid var(--line)', alignItems: 'baseline' }}
    >
      <svg width="12" height="12" viewBox="0 0 12 12" fill="var(--ochre)" aria-hidden="true">
        <path d="M6 .5 11.5 6 6 11.5.5 6Z" />
      </svg>
      <Box flex={1} miw={0}>
        <b>{count.toLocaleString('en-US')}</b> {count === 1 ? one : many}
        <Text fz="small" c="var(--text3)">
          {cause}
        </Text>
      </Box>
      {children}
    </Box>
  );
}
