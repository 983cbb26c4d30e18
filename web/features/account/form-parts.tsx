/** What the forms before sign-in share: fields bound to a form, the summary of errors, the button. */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { ArrowRight, CircleAlert, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ApiError } from '#web/client/call.ts';
import type { Form, FormValues } from '#web/client/form.ts';
import { Reference } from '#web/ui/reference.tsx';
import classes from './form-parts.module.css';

interface FieldProps<Values extends FormValues> {
  form: Form<Values>;
  name: keyof Values & string;
  label: string;
  /** Token that lets the browser and password managers fill it. */
  autoComplete: string;
  type?: 'text' | 'email';
}

function bindField<Values extends FormValues>({ form, name, label, autoComplete }: FieldProps<Values>) {
  return {
    id: `field-${name}`,
    name,
    label,
    autoComplete,
    className: classes.field ?? '',
    value: String(form.values[name]),
    error: form.errors[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      form.set(name, event.currentTarget.value as Values[typeof name]),
    onBlur: () => form.touch(name),
  };
}

export function TextField<Values extends FormValues>(props: FieldProps<Values>) {
  return <TextInput type={props.type ?? 'text'} {...bindField(props)} />;
}

export function PasswordField<Values extends FormValues>(props: FieldProps<Values>) {
  const [hasCapsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  const { onBlur, ...field } = bindField(props);
  return (
    <div>
      <PasswordInput
        {...field}
        // The kit tells it of every field but this one.
        aria-invalid={field.error === undefined ? undefined : true}
        onBlur={() => {
          setCapsLock(false);
          onBlur();
        }}
        onKeyDown={watch}
        onKeyUp={watch}
        visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed', tabIndex: 0 }}
      />
      <div role="status">
        {hasCapsLock && (
          <p className={classes.hint}>
            <TriangleAlert size={14} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" />
            Caps Lock is on
          </p>
        )}
      </div>
    </div>
  );
}

/** Its text says that the log knows more: under this reference. */
const isServerFault = (failure: ApiError | undefined): failure is ApiError =>
  failure?.status !== undefined && failure.status >= 500;

/** All that is wrong, in one place; it takes the focus when a submit failed. */
function ErrorSummary<Values extends FormValues>({ form }: { form: Form<Values> }) {
  const box = useRef<HTMLDivElement>(null);
  const { failedSubmits } = form;
  useEffect(() => {
    if (failedSubmits > 0) box.current?.focus();
  }, [failedSubmits]);
  // What the server says of something that is no field here can be mended nowhere: its message counts.
  const texts = Object.entries(form.errors).filter(([name]) => name in form.values);
  if (failedSubmits === 0 || (texts.length === 0 && form.failure === undefined)) return null;
  const count =
    texts.length === 1 ? 'One field needs another look' : `${texts.length} fields need another look`;
  return (
    <div ref={box} className={classes.summary} role="alert" tabIndex={-1}>
      <CircleAlert size={20} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" />
      <p className={classes.reason}>{form.failure && texts.length === 0 ? form.failure.message : count}</p>
      {isServerFault(form.failure) && (
        <div className={classes.list}>
          <Reference id={form.failure.failure?.request_id ?? ''} />
        </div>
      )}
      {texts.length > 0 && (
        <ul className={classes.list}>
          {texts.map(([name, text]) => (
            <li key={name}>
              <button
                type="button"
                className={classes.link}
                onClick={() => document.getElementById(`field-${name}`)?.focus()}
              >
                {text as string}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface EntryFormProps<Values extends FormValues> {
  form: Form<Values>;
  button: string;
  /** While it is being sent. */
  busy: string;
  children: ReactNode;
}

export function EntryForm<Values extends FormValues>({
  form,
  button,
  busy,
  children,
}: EntryFormProps<Values>) {
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <ErrorSummary form={form} />
      {children}
      <Button
        type="submit"
        variant="filled"
        fullWidth
        className={classes.submit ?? ''}
        aria-disabled={form.isSending}
        rightSection={<ArrowRight size={16} strokeWidth={1.75} absoluteStrokeWidth />}
      >
        {form.isSending ? busy : button}
      </Button>
    </form>
  );
}

export function NamePair({ children }: { children: ReactNode }) {
  return <div className={classes.pair}>{children}</div>;
}

export function Note({ children }: { children: ReactNode }) {
  return <p className={classes.note}>{children}</p>;
}

/** The way to the other form. */
export function OtherWay({ children }: { children: ReactNode }) {
  return <p className={classes.other}>{children}</p>;
}
