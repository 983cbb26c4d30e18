/** The link to a Google Sheet: fetched by the server as soon as it is one, and again on request. */
import { Box, Button, Stack, TextInput } from '@mantine/core';
import { RefreshCw } from 'lucide-react';
import { formatMoment } from '#web/ui/format-moment.ts';
import { useNow } from '#web/ui/use-now.ts';
import { BusyLine } from '#web/ui/busy-line.tsx';
import { isSheetLink } from './project-form.rules.ts';
import classes from './project-form.module.css';
import { TableFacts } from './table-facts.tsx';
import type { ProjectForm } from './use-project-form.ts';

export function SheetLinkField({ project }: { project: ProjectForm }) {
  const { form, link, setField, reading } = project;
  const now = useNow();
  const text = form.values.google_spread_sheet;
  const table = reading.isFresh.sheet ? reading.inspection?.table : undefined;
  return (
    <Stack gap={6}>
      <div className={classes.linkRow}>
        <TextInput
          id="field-google_spread_sheet"
          flex={1}
          miw={0}
          label="Google Sheet Link"
          type="url"
          value={text}
          error={form.errors.google_spread_sheet ?? link.reason}
          autoComplete="off"
          spellCheck={false}
          placeholder="https://docs.google.com/spreadsheets/d/…"
          onChange={(event) => setField('google_spread_sheet', event.currentTarget.value)}
          onBlur={() => form.touch('google_spread_sheet')}
        />
        <Button
          className={classes.fetch ?? ''}
          leftSection={<RefreshCw size={16} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" />}
          disabled={!isSheetLink(text) || link.isFetching}
          onClick={link.fetchNow}
        >
          {link.fetchedAt === undefined ? 'Fetch' : 'Fetch again'}
        </Button>
      </div>
      <Box role="status" c="var(--text2)" fz="small">
        {link.isFetching && <BusyLine text="Fetching the sheet" />}
        {!link.isFetching && link.fetchedAt !== undefined && (
          <>
            {reading.manual === null && table && <TableFacts table={table} />} Fetched{' '}
            {formatMoment(link.fetchedAt, now)}
          </>
        )}
      </Box>
      {link.notice !== undefined && (
        <Box component="p" c="var(--text2)" fz="small">
          {link.notice}
        </Box>
      )}
      {text.trim() !== '' && reading.manual !== null && (
        <Box component="p" c="var(--text2)" fz="small">
          The manual data below is used, not the link. Remove it to use the sheet behind the link.
        </Box>
      )}
    </Stack>
  );
}
