/** The link to a Google Sheet, fetched by the server on request. */
import { Box, Button, Stack } from '@mantine/core';
import { RefreshCw } from 'lucide-react';
import { UrlField } from '#web/kit/url-field.tsx';
import { BusyLine } from '#web/ui/busy-line.tsx';
import { formatTimestamp } from '#web/ui/format-timestamp.ts';
import { useNow } from '#web/ui/use-now.ts';
import type { ProjectForm } from './form-state.ts';
import classes from './project-form.module.css';
import { isSheetLink } from './project-form.rules.ts';
import { TableFacts } from './table-facts.tsx';

export function SheetLinkField({ form }: { form: ProjectForm }) {
  const { link, draft, inspection } = form;
  const { linked, sheet } = draft;
  const now = useNow();
  const text = form.values.google_spread_sheet;
  const isFetched = linked !== null && !link.isFetching;
  return (
    <Stack gap={6}>
      <div className={classes.linkRow}>
        <UrlField
          id="field-google_spread_sheet"
          flex={1}
          miw={0}
          label="Google Sheet Link"
          value={text}
          error={form.errors.google_spread_sheet ?? link.error}
          placeholder="https://docs.google.com/spreadsheets/d/…"
          onChange={(event) => form.setField('google_spread_sheet', event.currentTarget.value)}
          onBlur={() => form.touch('google_spread_sheet')}
        />
        <Button
          className={classes.fetch ?? ''}
          leftSection={<RefreshCw size={16} />}
          disabled={!isSheetLink(text) || link.isFetching}
          onClick={form.fetchSheet}
        >
          {linked === null ? 'Fetch' : 'Fetch again'}
        </Button>
      </div>
      <Box role="status" c="var(--text2)" fz="small">
        {link.isFetching && <BusyLine text="Fetching the sheet" />}
        {isFetched && (
          <>
            {sheet === null && inspection?.table && <TableFacts table={inspection.table} />} Fetched{' '}
            {formatTimestamp(linked.fetched_at, now)}
          </>
        )}
      </Box>
      {isFetched && linked.notice !== null && (
        <Box component="p" c="var(--text2)" fz="small">
          {linked.notice}
        </Box>
      )}
      {text.trim() !== '' && sheet !== null && (
        <Box component="p" c="var(--text2)" fz="small">
          The data below is used, not the link. Remove it to use the linked sheet.
        </Box>
      )}
    </Stack>
  );
}
