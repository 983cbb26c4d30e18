/** `/audit`: all changes, newest first, including those that superadmins made as another user. Read-only. */
import { Box, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { Link } from 'react-router';
import { auditLogContract } from '#contract/audit-log.contract.ts';
import { AUDIT_KINDS, AUDIT_VERBS, nameDeletedUser } from '#contract/audit-words.ts';
import type { CsvColumn } from '#web/kit/csv.ts';
import { ListPage } from '#web/kit/list-page.tsx';
import { type List, useList } from '#web/kit/use-list.ts';
import { Age } from '#web/ui/age.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import links from '#web/ui/link.module.css';
import {
  describeChange,
  type Entry,
  getActorName,
  toLabel,
  writeSentence,
  writeText,
} from './audit-sentence.ts';
import classes from './entry-details.module.css';

const writeState = (state: Entry['before']) => (state === null ? '' : JSON.stringify(state));

function Sentence({ entry }: { entry: Entry }) {
  const parts = writeSentence(entry);
  return (
    <Box w="100%">
      <Text component="div" fz="md" style={{ overflowWrap: 'anywhere' }}>
        {parts.map(({ text, to, isName }, index) => {
          const key = `${index} ${text}`;
          if (to !== undefined)
            return (
              <Link key={key} to={to} className={links.link} dir="auto">
                {text}
              </Link>
            );
          return isName === true ? <bdi key={key}>{text}</bdi> : <span key={key}>{text}</span>;
        })}
      </Text>
      <EntryDetails entry={entry} />
    </Box>
  );
}

const COLUMNS: readonly Column<Entry>[] = [
  {
    key: 'actor',
    head: 'Who',
    width: 200,
    render: (entry) => (
      <>
        <span dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {getActorName(entry)}
        </span>
        {/* Cards show it next to the name. */}
        <Box component="span" display="var(--unit, none)" ml={8} c="var(--text3)" fz="small" fw={400}>
          <Age of={entry.at} />
        </Box>
      </>
    ),
  },
  { key: 'sentence', head: 'What happened', render: (entry) => <Sentence entry={entry} /> },
  {
    key: 'at',
    head: 'When',
    align: 'right',
    isSortable: true,
    isWideOnly: true,
    width: 116,
    render: ({ at }) => <Age of={at} />,
  },
];

const CSV: readonly CsvColumn<Entry>[] = [
  ['When', ({ at }) => at],
  ['Who', getActorName],
  ['What happened', writeText],
  ['Action', ({ verb }) => verb],
  ['Kind', ({ object }) => object.kind],
  ['Id', ({ object }) => String(object.id)],
  ['Name', ({ object }) => object.name ?? ''],
  ['Before', ({ before }) => writeState(before)],
  ['After', ({ after }) => writeState(after)],
];

/** Actions whose word isn't their label. */
const LABELS: Readonly<Record<string, string>> = {
  login_as: 'Sign in as a user',
  login_back: 'Sign out of a user’s account',
  call: 'Change as a user',
  resend: 'Send again',
};

const toChoices = (words: readonly string[]) =>
  words.map((word) => ({ value: word, label: LABELS[word] ?? toLabel(word) }));

type Entries = List<Entry, 'verb' | 'kind' | 'user_id' | 'from' | 'to'>;

export function AuditPage() {
  const list = useList(auditLogContract.list, {
    sort: '-at',
    sorts: ['at'],
    filters: ['verb', 'kind', 'user_id', 'from', 'to'],
  });
  return (
    <ListPage
      list={list}
      title="Audit log"
      noun="entry"
      empty={{ title: 'No entries yet', text: 'Every change is listed here with who made it.' }}
      summary={<UserFilter list={list} />}
      search="person, object or action"
      filters={[
        { filter: 'verb', label: 'Action', any: 'Any action', choices: toChoices(AUDIT_VERBS) },
        { filter: 'kind', label: 'Kind', any: 'Any kind', choices: toChoices(AUDIT_KINDS) },
      ]}
      fields={
        <>
          <DayField list={list} name="from" label="From" />
          <DayField list={list} name="to" label="To" />
        </>
      }
      columns={COLUMNS}
      rowName={(entry) => `${getActorName(entry)}: ${writeText(entry)}`}
      csv={CSV}
    />
  );
}

function DayField({ list, name, label }: { list: Entries; name: 'from' | 'to'; label: string }) {
  return (
    <TextInput
      type="date"
      aria-label={`${label}, a day in UTC`}
      title="Days in UTC"
      leftSection={<Text fz="md">{label}</Text>}
      leftSectionWidth={58}
      value={list.query.filters[name][0] ?? ''}
      onChange={({ currentTarget: { value } }) => list.setFilter(name, value === '' ? [] : [value])}
    />
  );
}

/** Name of the user if the log is filtered by one, and a button to clear the filter. */
function UserFilter({ list: { query, rows = [], setFilter } }: { list: Entries }) {
  const [id] = query.filters.user_id;
  if (id === undefined) return null;
  const users = rows.flatMap(({ actor, impersonator }) => [actor, impersonator]);
  const user = users.find((each) => String(each?.id) === id);
  return (
    <Group gap={12}>
      <Text c="var(--text2)">
        What <bdi>{user?.name ?? nameDeletedUser(Number(id))}</bdi> did, and what was done to their account.
      </Text>
      <Button size="xs" onClick={() => setFilter('user_id', [])}>
        Show all entries
      </Button>
    </Group>
  );
}

const writeRaw = (values: Entry['before']) => JSON.stringify(values);

/** The change of an entry, field by field, with the raw values. */
function EntryDetails({ entry }: { entry: Entry }) {
  const { object, verb, before, after } = entry;
  const raw = {
    object: `${object.kind} ${object.id}`,
    verb,
    before: writeRaw(before),
    after: writeRaw(after),
  };
  return (
    <details className={classes.details}>
      <summary>Details</summary>
      <Stack gap={4} pt={6}>
        {describeChange(entry).map((line) => (
          <Text key={line} component="span" fz="small" c="var(--text2)" className={classes.line}>
            {line}
          </Text>
        ))}
        <pre className={classes.raw}>
          {Object.entries(raw)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
        </pre>
      </Stack>
    </details>
  );
}
