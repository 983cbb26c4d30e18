/** Facts about the seed file, and the page used as the pattern. */
import { Box, Flex } from '@mantine/core';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import { formatType } from '../shared/project-types.rules.ts';
import { Checked } from './checked.tsx';
import chips from './chip.module.css';
import type { SeedInspection } from './form-state.ts';

/** `1 page, built with Elementor`; `3 media, 1 parent page`; without a page if one must be chosen first. */
function listFacts(seed: SeedInspection): string[] {
  const { platform, format, builder, pattern, choices = [], media, parents, placeholders } = seed;
  const type = pattern?.type ?? 'page';
  const facts = [`${formatType(platform)} export, ${format}`];
  const page = builder === 'other' ? `1 ${type}` : `1 ${type}, built with ${nameBuilder(builder)}`;
  if (pattern || choices.length === 0) facts.push(page);
  const along = [
    media > 0 && formatAmount(media, 'media', 'media'),
    parents > 0 && formatAmount(parents, 'parent page'),
  ].filter((text) => text !== false);
  if (along.length > 0) facts.push(along.join(', '));
  const places = placeholders.reduce((sum, { count }) => sum + count, 0);
  if (placeholders.length > 0)
    facts.push(`${formatAmount(placeholders.length, 'placeholder')} in ${formatAmount(places, 'place')}`);
  return facts;
}

const nameBuilder = (builder: SeedInspection['builder']) =>
  builder === 'Elementor' ? builder : `the ${builder}`;

interface Props {
  seed: SeedInspection;
  /** Match columns lists the placeholders. */
  isMatched: boolean;
}

export function SeedFacts({ seed, isMatched }: Props) {
  const { pattern, placeholders } = seed;
  return (
    <Box p="12px 14px" style={{ borderTop: '1px solid var(--line)' }}>
      <Flex component="ul" wrap="wrap" gap="4px 24px" c="var(--text2)" fz="small">
        {listFacts(seed).map((fact) => (
          <Checked key={fact} component="li">
            {fact}
          </Checked>
        ))}
      </Flex>
      {!isMatched && placeholders.length > 0 && (
        <Flex component="ul" wrap="wrap" gap={6} mt={10} aria-label="Placeholders">
          {placeholders.map(({ text, state }) => (
            <li key={text} className={chips.chip} data-state={state} data-plain>
              {text}
            </li>
          ))}
        </Flex>
      )}
      {pattern && (
        <Box component="p" mt={6} c="var(--text2)" fz="small" style={{ overflowWrap: 'anywhere' }}>
          Pattern:{' '}
          <Box component="span" ff="monospace" fz="note" style={{ overflowWrap: 'anywhere' }}>
            {pattern.title || 'without a title'}
          </Box>
          , line {pattern.line}
        </Box>
      )}
      {seed.untouched.length > 0 && <UnchangedTexts texts={seed.untouched} />}
    </Box>
  );
}

/** ` (2 times, first on line 33)` */
function describeUses(count: number, line: number | undefined): string {
  const place = line === undefined ? [] : [`${count > 1 ? 'first on ' : ''}line ${formatCount(line)}`];
  const facts = count > 1 ? [`${formatCount(count)} times`, ...place] : place;
  return facts.length === 0 ? '' : ` (${facts.join(', ')})`;
}

function UnchangedTexts({ texts }: { texts: SeedInspection['untouched'] }) {
  return (
    <Box component="p" mt={6} c="var(--text2)" fz="small" style={{ overflowWrap: 'anywhere' }}>
      Brackets and shortcodes we’ll leave alone:{' '}
      {texts.map(({ text, count, line }, index) => (
        <span key={text}>
          {index > 0 && ', '}
          <Box component="span" ff="monospace" fz="note" style={{ overflowWrap: 'anywhere' }}>
            {text}
          </Box>
          {describeUses(count, line)}
        </span>
      ))}
    </Box>
  );
}
