/** "Schedule": all pages at once, as drafts, or a number a day. */
import { Box, Flex, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type DailyFields, readSchedule, writeDailySchedule } from '#contract/page-settings.ts';
import { PLATFORMS } from '#contract/platforms.ts';
import { formatAmount } from '#web/ui/format-figure.ts';
import { Section } from '#web/ui/section.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { sections } from '../shared/messages.ts';
import { ProblemList } from '../shared/problem-list.tsx';
import { formatType } from '../shared/project-types.rules.ts';
import type { ProjectForm } from './form-state.ts';
import panel from './panel.module.css';
import { placeProblems } from './problem-place.rules.ts';

const DAY_MS = 86_400_000;

/** Starts tomorrow at nine, in the time zone of the browser. */
function createDaily(now: Date): DailyFields {
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
  // Swedish dates are ISO dates.
  const day = new Date(now.getTime() + DAY_MS).toLocaleDateString('sv');
  return { perDay: '10', day, time: '09:00', zone };
}

export function ScheduleSection({ form }: { form: ProjectForm }) {
  const { values, type, inspection, draft } = form;
  const schedule = readSchedule(values.schedule);
  const { kind } = schedule;
  const now = useNow();
  // Stays while another choice is tried.
  const [last, setLast] = useState<DailyFields>();
  const change = (fields: DailyFields) => form.setField('schedule', writeDailySchedule(fields));
  const choose = (next: string) => {
    if (kind === 'daily') setLast(schedule);
    if (next === 'daily') change(last ?? createDaily(now));
    else form.setField('schedule', next === 'drafts' ? 'as drafts' : '');
  };
  const canDate = PLATFORMS.some(({ id, publishesByDate }) => id === type && publishesByDate);
  const placed = placeProblems(inspection, draft.seed?.name).schedule;
  // Fields with errors of their own say what is wrong; an unknown time zone has no such error.
  const hasFieldErrors = kind === 'daily' && Object.keys(findDailyFaults(schedule)).length > 0;
  const problems = hasFieldErrors ? placed.filter(({ severity }) => severity !== 'fault') : placed;
  return (
    <Section {...sections.schedule} hint="When the imported pages are published">
      <SegmentedControl
        id="field-schedule"
        role="radiogroup"
        aria-label="Publish the pages"
        style={{ justifySelf: 'start' }}
        data={[
          { value: 'now', label: 'All now' },
          { value: 'drafts', label: 'As drafts' },
          { value: 'daily', label: 'A number per day', disabled: !canDate && kind !== 'daily' },
        ]}
        value={kind}
        onChange={choose}
      />
      {kind === 'daily' && <DailyFieldset fields={schedule} onChange={change} />}
      <Box component="p" role="status" c="var(--text2)" fz="small">
        {kind === 'now' && 'Pages get the status of the seed page when you import them.'}
        {kind === 'drafts' && 'Pages stay drafts until you publish them.'}
        {kind === 'daily' && describeDaily(form, schedule, now)}
        {!canDate && kind !== 'daily' && ` Pages for ${formatType(type)} can’t be scheduled.`}
      </Box>
      {problems.length > 0 && (
        <div className={panel.card}>
          <ProblemList problems={problems} />
        </div>
      )}
    </Section>
  );
}

function describeDaily({ inspection }: ProjectForm, fields: DailyFields, now: Date): string {
  if (Object.keys(findDailyFaults(fields)).length > 0) return '';
  const { scheduled } = inspection?.outcome ?? {};
  if (!scheduled)
    return inspection?.seed && inspection.table
      ? 'The last date appears here once the pages can be built.'
      : 'Add a seed page and a sheet to see the last date here.';
  const { pages, kept, last } = scheduled;
  const text = `${formatAmount(pages, 'page')}, the last on ${formatDayIn(fields.zone, last)}.`;
  if (kept > 0)
    return `${text} ${formatAmount(kept, 'page')} ${kept === 1 ? 'keeps its date' : 'keep their dates'} from earlier runs.`;
  const isPast = fields.day < now.toLocaleDateString('sv', { timeZone: fields.zone });
  return isPast
    ? `${text} The first day is in the past. Pages with past dates are published on import.`
    : text;
}

/** As high as other fields, although the browser’s buttons are higher than a line. */
const AS_HIGH = { input: { height: 'var(--field-height)' } };

interface FieldsProps {
  fields: DailyFields;
  onChange: (fields: DailyFields) => void;
}

function DailyFieldset({ fields, onChange }: FieldsProps) {
  const faults = findDailyFaults(fields);
  const bind = (name: keyof DailyFields) => ({
    value: fields[name],
    error: faults[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ ...fields, [name]: currentTarget.value.replaceAll(/\s/g, '') }),
  });
  return (
    <Flex gap={12} wrap="wrap" align="flex-start" role="group" aria-label="A number per day">
      <TextInput label="Pages per day" w={110} inputMode="numeric" {...bind('perDay')} />
      <TextInput label="First day" type="date" w={160} styles={AS_HIGH} {...bind('day')} />
      <TextInput label="Time" type="time" w={130} styles={AS_HIGH} {...bind('time')} />
      <NativeSelect label="Time zone" flex="1 1 220px" data={listZones(fields.zone)} {...bind('zone')} />
    </Flex>
  );
}

const MAX_PER_DAY = 1000;

const isDay = (day: string): boolean => /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day));
const isTime = (time: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(time);

/** Errors of the fields of a daily schedule. */
function findDailyFaults({ perDay, day, time }: DailyFields): Partial<Record<keyof DailyFields, string>> {
  const count = Number(perDay);
  const isCount = /^\d+$/.test(perDay) && count >= 1 && count <= MAX_PER_DAY;
  return {
    ...(!isCount && { perDay: 'Enter 1 to 1,000' }),
    ...(!isDay(day) && { day: 'Choose a day' }),
    ...(!isTime(time) && { time: 'Choose a time' }),
  };
}

/** Day of a UTC time in a time zone: `Jan 19, 2027`. */
function formatDayIn(zone: string, moment: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: zone }).format(new Date(moment));
}

/** Time zones of the United States, from east to west. */
const US_ZONES = [
  ['America/New_York', 'Eastern'],
  ['America/Chicago', 'Central'],
  ['America/Denver', 'Mountain'],
  ['America/Phoenix', 'Arizona'],
  ['America/Los_Angeles', 'Pacific'],
  ['America/Anchorage', 'Alaska'],
  ['Pacific/Honolulu', 'Hawaii'],
] as const;

/** All time zones, with the one that is chosen. */
function listZones(chosen: string): { group: string; items: { value: string; label: string }[] }[] {
  const ofUs = US_ZONES.map(([value, name]) => ({ value, label: `${name} (${value})` }));
  const known = new Set<string>(US_ZONES.map(([value]) => value));
  const others = new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  const items = [...others]
    .filter((value) => !known.has(value))
    .toSorted()
    .map((value) => ({ value, label: value }));
  return [
    { group: 'United States', items: ofUs },
    { group: 'All time zones', items },
  ];
}
