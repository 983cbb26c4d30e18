/** Match columns: the column of the sheet, or the text, for each placeholder of the seed, and for settings of the pages. */
import { Box, Button, Flex } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '#web/client/lazy-part.ts';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import { MissingPart } from '#web/ui/missing-part.tsx';
import chips from './chip.module.css';
import { ConstructButton } from './construct-button.tsx';
import { useDomainName } from './domain-field.tsx';
import type { Inspection, PlaceholderUse, ProjectForm, SheetColumn } from './form-state.ts';
import classes from './match-columns.module.css';
import { MATCH_ID } from './problem-place.rules.ts';
import { isOpen, sortUses, toColumnKey } from './match-columns.rules.ts';
import { MatchRow } from './match-row.tsx';
import type { PageSettingsProps } from './page-settings.tsx';
import panel from './panel.module.css';

/** Empty until a sheet is inspected. */
const PageSettings = lazyPart<PageSettingsProps>(
  'page-settings',
  async () => (await import('./page-settings.tsx')).PageSettings,
  MissingPart,
);

export function MatchColumns({ form }: { form: ProjectForm }) {
  const { inspection } = form;
  const uses = inspection?.seed?.placeholders ?? [];
  if (!inspection?.table || uses.length === 0) return null;
  const { table, combined } = inspection;
  const columns = [...table.columns, ...(combined?.columns ?? [])];
  const names = [...uses.map(({ text, choice }) => ({ name: text, choice })), ...(inspection.settings ?? [])];
  const chosen = names.filter(({ choice }) => choice !== undefined);
  const reset = () => {
    for (const { name } of chosen) form.setColumn(toColumnKey(name), undefined);
  };
  return (
    <section id={MATCH_ID} className={panel.card} aria-labelledby={`${MATCH_ID}-title`} tabIndex={-1}>
      <Flex align="flex-start" justify="space-between" gap={16} p="14px 14px 10px">
        <div>
          <Box component="h3" id={`${MATCH_ID}-title`} fz="md" fw={600} lh="22px">
            Match columns
          </Box>
          <Box component="p" c="var(--text2)" fz="small" role="status">
            {formatCount(uses.filter((use) => !isOpen(use)).length)} of{' '}
            {formatAmount(uses.length, 'placeholder')} matched.
            <Remembered domainId={form.values.domain_id} />
          </Box>
        </div>
        <Flex wrap="wrap" justify="flex-end" gap={8}>
          {chosen.length > 0 && (
            <Button size="xs" flex="none" onClick={reset}>
              Reset matches
            </Button>
          )}
          <ConstructButton
            form={form}
            onInsert={(text) => form.setField('footer_links', form.values.footer_links + text)}
          />
        </Flex>
      </Flex>
      <div className={classes.head} aria-hidden="true">
        <span>Placeholder</span>
        <span>Column in your sheet</span>
        <span>First two values</span>
        <span>Status</span>
      </div>
      <ul aria-label="Placeholders">
        {sortUses(uses).map((use) => (
          <MatchRow key={use.text} form={form} use={use} columns={columns} />
        ))}
      </ul>
      <Suspense>
        <PageSettings form={form} columns={columns} />
      </Suspense>
      <UnusedColumns columns={columns} uses={uses} settings={inspection.settings} />
    </section>
  );
}

/** The choices are stored with the domain when the project is saved. */
function Remembered({ domainId }: { domainId: string }) {
  const name = useDomainName(domainId);
  return name === undefined ? null : <> We’ll remember this for {name}.</>;
}

interface UnusedProps {
  columns: readonly SheetColumn[];
  uses: readonly PlaceholderUse[];
  settings: Inspection['settings'];
}

/** Places are counted once pages can be built; until then, columns of placeholders are excluded. */
function UnusedColumns({ columns, uses, settings = [] }: UnusedProps) {
  const used = new Set([
    ...uses.flatMap((use) => use.columns),
    ...settings.flatMap(({ column, obstacle }) => (column !== undefined && !obstacle ? [column] : [])),
  ]);
  const unused = columns.filter(({ name, places }) => places === 0 && !used.has(name));
  if (unused.length === 0) return null;
  return (
    <Flex
      wrap="wrap"
      align="center"
      gap="4px 8px"
      p="12px 14px"
      c="var(--text2)"
      fz="small"
      className={classes.foot}
    >
      {unused.length === 1 ? '1 column isn’t used:' : `${formatCount(unused.length)} columns aren’t used:`}
      {unused.map(({ name }, index) => (
        // Two columns may have the same name.
        <code key={index} className={chips.chip} data-state="derived" data-plain>
          {name}
        </code>
      ))}
    </Flex>
  );
}
