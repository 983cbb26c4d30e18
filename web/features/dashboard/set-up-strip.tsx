/** The first steps in one strip, until all are done: what is done, what is next, and the way to it. */
import { Button } from '@mantine/core';
import { Check } from 'lucide-react';
import { Link } from 'react-router';
import classes from './dashboard-page.module.css';
import { isSetUp, type SetUpStep } from './set-up.rules.ts';

export function SetUpStrip({ steps }: { steps: readonly SetUpStep[] }) {
  if (isSetUp(steps)) return null;
  const next = steps.find(({ isDone }) => !isDone);
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className={classes.setUp} aria-label="Set-up">
      <h2>
        Set-up
        <span>
          {done} of {steps.length}
        </span>
      </h2>
      <ol>
        {steps.map((step) => {
          const state = step.isDone ? 'done' : step === next ? 'now' : 'rest';
          return (
            <li
              key={step.name}
              className={classes.step}
              data-state={state}
              aria-current={step === next ? 'step' : undefined}
            >
              <span className={classes.mark}>
                {step.isDone && <Check size={12} strokeWidth={3} role="img" aria-label="Done" />}
              </span>
              <div>
                <strong>{step.name}</strong>
                <span title={step.note}>{step.note}</span>
              </div>
            </li>
          );
        })}
      </ol>
      {next && (
        <p className={classes.next} aria-hidden="true">
          Next: {next.name.charAt(0).toLowerCase() + next.name.slice(1)}
        </p>
      )}
      {next && (
        <Button component={Link} to={next.to}>
          {next.act}
        </Button>
      )}
    </section>
  );
}
