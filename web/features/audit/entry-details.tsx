/** The change of an entry, field by field, with the raw values. */
import { Stack, Text } from '@mantine/core';
import classes from './entry-details.module.css';
import { describeChange, type Entry } from './audit-sentence.ts';

const writeRaw = (values: Entry['before']) => JSON.stringify(values);

export function EntryDetails({ entry }: { entry: Entry }) {
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
