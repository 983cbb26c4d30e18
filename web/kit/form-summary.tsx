/** List of a form's errors; it takes the focus after a failed submit. */
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import links from '#web/ui/link.module.css';
import { Alert } from './alert.tsx';
import type { Form, FormValues } from './use-form.ts';

interface Props<Values extends FormValues> {
  form: Form<Values>;
  /** Shown if another user saved first: loads the latest version and discards the changes here. */
  onReload?: () => void;
  /** Text before the reason if the server's reply has no message. */
  fallback?: string;
}

export function FormSummary<Values extends FormValues>({ form, onReload, fallback }: Props<Values>) {
  const box = useRef<HTMLDivElement>(null);
  const { failedSubmits, failure } = form;
  useEffect(() => {
    if (failedSubmits > 0) box.current?.focus();
  }, [failedSubmits]);
  // An error that belongs to no field here can't be fixed here, so the server's message is shown.
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

/** Finds a field of this form; another form on the page may have a field with the same name. */
function findField(name: string, summary: Element | null): HTMLElement | null {
  const field = summary?.closest('form')?.elements.namedItem(name);
  return field instanceof HTMLElement ? field : document.getElementById(`field-${name}`);
}
