/** `/audit`: who did what, the newest first; also what superadmins did as another user. Nobody changes it. */
import { Button, Group, Text, TextInput } from '@mantine/core';
import type { z } from 'zod';
import {
  AUDIT_KINDS,
  AUDIT_REFERENCES,
  AUDIT_VERBS,
  auditLogContract,
} from '#contract/audit-log.contract.ts';
import type { CsvColumn } from '#web/kit/csv.ts';
import { ListPage } from '#web/kit/list-page.tsx';
import { type List, useList } from '#web/kit/use-list.ts';
import { Age } from '#web/ui/age.tsx';
import { Badge } from '#web/ui/badge.tsx';
import type { Column } from '#web/ui/data-table.tsx';

type Entry = z.output<typeof auditLogContract.list.reply>[number];
type Person = NonNullable<Entry['actor']>;

/** `login_as` reads `Login as`. */
const nameWord = (word: string) => {
  const text = word.replaceAll('_', ' ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
};
const namePerson = (person: Person | null) =>
  person === null ? 'The server' : (person.name ?? `Deleted account ${person.id}`);
const nameActor = ({ actor, impersonator }: Entry) =>
  impersonator === null ? namePerson(actor) : `${namePerson(impersonator)} as ${namePerson(actor)}`;
/** `Domain acme.com`; there is one row of settings, and an old entry may have a number alone. */
const nameObject = ({ object: { kind, id, name } }: Entry) =>
  kind === 'settings' ? nameWord(kind) : `${nameWord(kind)} ${name ?? id}`;
const writeState = (state: Entry['before']) => (state === null ? '' : JSON.stringify(state));

function writeValue(field: string, value: unknown, names: Entry['names']): string {
  if (value === undefined || value === null || value === '') return '–';
  const isId = typeof value === 'number' || typeof value === 'string';
  const name = isId ? names[`${AUDIT_REFERENCES[field]}:${value}`] : undefined;
  return name ?? (typeof value === 'string' ? value : JSON.stringify(value));
}

/** `main_admin_id` reads `main admin`, `seed_id` `seed`. */
const nameField = (field: string) =>
  (field in AUDIT_REFERENCES ? field.replace(/_id$/, '') : field).replaceAll('_', ' ');

/** What changed, as `role: user → admin`; of what was created or deleted, the fields that were filled. */
function describeChange({ before, after, names: named }: Entry): string {
  const sides = [before, after].filter((side) => side !== null);
  const names = new Set(sides.flatMap((side) => Object.keys(side)));
  return [...names]
    .flatMap((name) => {
      const [first, second] = sides.map((side) => writeValue(name, side[name], named));
      if (second === undefined) return first === '–' ? [] : [`${nameField(name)}: ${first}`];
      const isSame = JSON.stringify(before?.[name]) === JSON.stringify(after?.[name]);
      if (isSame) return [];
      // Another row of the same name: a sheet was replaced, for example.
      return [`${nameField(name)}: ${first === second ? `another ${first}` : `${first} → ${second}`}`];
    })
    .join(', ');
}

const COLUMNS: readonly Column<Entry>[] = [
  {
    key: 'actor',
    head: 'Who',
    render: (entry) => <span dir="auto">{nameActor(entry)}</span>,
  },
  {
    key: 'verb',
    head: 'Action',
    width: 120,
    render: ({ verb }) => <Badge tone="outline">{nameWord(verb)}</Badge>,
  },
  {
    key: 'object',
    head: 'What',
    width: 180,
    render: (entry) => <span style={{ overflowWrap: 'anywhere' }}>{nameObject(entry)}</span>,
  },
  {
    key: 'change',
    head: 'Change',
    width: 290,
    render: (entry) => (
      <Text component="span" fz={13} c="var(--text2)" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
        {describeChange(entry)}
      </Text>
    ),
  },
  {
    key: 'at',
    head: 'When',
    isRight: true,
    isSortable: true,
    width: 116,
    render: ({ at }) => <Age of={at} />,
  },
];

const CSV: readonly CsvColumn<Entry>[] = [
  ['When', ({ at }) => at],
  ['Who', nameActor],
  ['Action', ({ verb }) => verb],
  ['Kind', ({ object }) => object.kind],
  ['Id', ({ object }) => String(object.id)],
  ['Name', ({ object }) => object.name ?? ''],
  ['Before', ({ before }) => writeState(before)],
  ['After', ({ after }) => writeState(after)],
];

const toChoices = (words: readonly string[]) => words.map((word) => ({ value: word, label: nameWord(word) }));

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
      title="Audit"
      noun="entry"
      empty={{ title: 'No entries yet', text: 'Every change is listed here with who made it.' }}
      summary={<OnePerson list={list} />}
      search="name"
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
      rowName={(entry) => `${nameWord(entry.verb)} ${nameObject(entry)}`}
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
      leftSection={<Text fz={14}>{label}</Text>}
      leftSectionWidth={58}
      value={list.query.filters[name][0] ?? ''}
      onChange={({ currentTarget: { value } }) => list.setFilter(name, value === '' ? [] : [value])}
    />
  );
}

/** Whose history this is, where it is one person's. */
function OnePerson({ list: { query, rows = [], setFilter } }: { list: Entries }) {
  const [id] = query.filters.user_id;
  if (id === undefined) return null;
  const people = rows.flatMap(({ actor, impersonator }) => [actor, impersonator]);
  const person = people.find((each) => String(each?.id) === id);
  return (
    <Group gap={12}>
      <Text c="var(--text2)">
        What <bdi>{person ? namePerson(person) : `user ${id}`}</bdi> did, and what was done to their account.
      </Text>
      <Button size="xs" onClick={() => setFilter('user_id', [])}>
        Show all entries
      </Button>
    </Group>
  );
}
