/** All that is wrong with a form, in one place; it takes the focus when a submit failed. */
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import links from '#web/ui/link.module.css';
import { Alert } from './alert.tsx';
import type { Form, FormValues } from './use-form.ts';

interface Props<Values extends FormValues> {
  form: Form<Values>;
  /** Offered where somebody else saved first: loads the newest state, without what was changed here. */
  onReload?: () => void;
  /** Said before the reason where no answer of the server says what is wrong. */
  fallback?: string;
}

export function FormSummary<Values extends FormValues>({ form, onReload, fallback }: Props<Values>) {
  const box = useRef<HTMLDivElement>(null);
  const { failedSubmits, failure } = form;
  useEffect(() => {
    if (failedSubmits > 0) box.current?.focus();
  }, [failedSubmits]);
  // What the server says of something that is no field here can be fixed nowhere: its message counts.
  const texts = Object.entries(form.errors).filter(([name]) => name in form.values);
  if (failedSubmits === 0 || (texts.length === 0 && failure === undefined)) return null;
  if (texts.length === 0) {
    return (
      <Alert ref={box} what={failure?.failure ? undefined : fallback} error={failure}>
        {onReload && (
          <Button size="xs" mt={8} onClick={onReload}>
            Discard my changes and reload
          </Button>
        )}
      </Alert>
    );
  }
  const what = texts.length === 1 ? 'Fix 1 problem to continue' : `Fix ${texts.length} problems to continue`;
  return (
    <Alert ref={box} what={what}>
      <ul>
        {texts.map(([name, text]) => (
          <li key={name}>
            <button
              type="button"
              className={links.link}
              onClick={() => findField(name, box.current)?.focus()}
            >
              {text as string}
            </button>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** Of this form: another one on the page may have a field of that name. */
function findField(name: string, summary: Element | null): HTMLElement | null {
  const field = summary?.closest('form')?.elements.namedItem(name);
  return field instanceof HTMLElement ? field : document.getElementById(`field-${name}`);
}
