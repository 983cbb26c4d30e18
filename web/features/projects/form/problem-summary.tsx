/** Everything that keeps the project from being saved, above the form; each line leads to its place. */
import { Box } from '@mantine/core';
import links from '#web/ui/link.module.css';
import { Fault } from './fault.tsx';
import type { ProjectForm } from './form-state.ts';
import classes from './panel.module.css';
import { listBlockers } from './problem-place.rules.ts';

export function ProblemSummary({ form }: { form: ProjectForm }) {
  const blockers = listBlockers(form);
  if (blockers.length === 0) return null;
  const show = (place: string) => {
    const target = document.getElementById(place);
    target?.scrollIntoView({ block: 'start' });
    target?.focus({ preventScroll: true });
  };
  return (
    <Box className={classes.card ?? ''} mb={16}>
      <Fault role="group" label="Problems">
        <strong>Fix the problems below</strong>
        <ul>
          {blockers.map(({ place, text }) => (
            <li key={place}>
              <button
                type="button"
                className={links.link}
                style={{ textAlign: 'start', overflowWrap: 'anywhere' }}
                onClick={() => show(place)}
              >
                {text}
              </button>
            </li>
          ))}
        </ul>
      </Fault>
    </Box>
  );
}
