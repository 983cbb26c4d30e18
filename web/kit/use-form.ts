/**
 * A form over the body of an endpoint: the same rules and texts as the server's. Fields are checked on
 * change, on blur and on submit; a text that is still being typed for the first time is left alone.
 */
import { schemaResolver, useForm as useMantineForm } from '@mantine/form';
import { type FocusEvent, useCallback, useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import { ApiError } from '#web/client/call.ts';
import { useRecovery } from '#web/client/use-recovery.ts';

export type FormValues = Record<string, unknown>;
type Name<Values> = keyof Values & string;
type Texts<Values> = Partial<Record<Name<Values>, string>>;

/** What a field of Mantine takes. */
export interface FieldProps {
  id: string;
  name: string;
  error: string | undefined;
  onChange: (eventOrValue: unknown) => void;
  onBlur: (event?: FocusEvent) => void;
}

export interface Form<Values extends FormValues> {
  values: Values;
  /** Shown errors by field: of fields that were left once, and of all after a submit. */
  errors: Texts<Values>;
  /** What belongs to no field: the server's message. */
  failure: ApiError | undefined;
  isSending: boolean;
  /** Something differs from what the form began with, or from what was sent last. */
  isDirty: boolean;
  /** Every field keeps its rules. */
  isValid: boolean;
  /** Counts submits that failed, so that the focus can move to the summary. */
  failedSubmits: number;
  set: (name: Name<Values>, value: Values[Name<Values>]) => void;
  /** The field was left. */
  touch: (name: Name<Values>) => void;
  /** Binds a text field or a select: `<TextInput label="Name" {...form.field('name')} />` */
  field: (name: Name<Values>) => FieldProps & { value: string };
  /** Binds a checkbox or a switch. */
  check: (name: Name<Values>) => FieldProps & { checked: boolean };
  /** What the server said of this is about something that is gone: a file, for example. */
  clearError: (name: string) => void;
  /** As it began: nothing is entered, and nothing is said about what is not. */
  clear: () => void;
  /** Checks all, then sends; the server's errors go to their fields. @returns whether it succeeded */
  submit: () => Promise<boolean>;
}

/** What Mantine's form gives a field. */
interface BoundState {
  onChange: (eventOrValue: unknown) => void;
  value?: string;
  checked?: boolean;
}

interface Options<Values extends FormValues> {
  /** `body` of an endpoint, or a form of its own. */
  schema: z.ZodType;
  initial: Values;
  send: (values: Values) => Promise<unknown>;
}

export function useForm<Values extends FormValues>({ schema, initial, send }: Options<Values>): Form<Values> {
  const fields = useMantineForm<FormValues>({ initialValues: initial, clearInputErrorOnChange: true });
  const { errors: refused, setErrors, setFieldValue, clearFieldError } = fields;
  const values = fields.values as Values;
  const touched = useTouchedFields();
  const found = useMemo(
    () => schemaResolver(schema, { sync: true })(values) as Texts<Values>,
    [schema, values],
  );
  const isValid = Object.keys(found).length === 0;
  const { failure, setFailure, failedSubmits, isSending, submit } = useSubmit({
    begin: () => {
      touched.addAll(Object.keys(values));
      return isValid;
    },
    send: async () => {
      await send(values);
      fields.resetDirty(values);
    },
    refuse: (error) => setErrors(readRefusals(error)),
  });
  const clearError = useCallback(
    (name: string) => {
      clearFieldError(name);
      setFailure(undefined);
    },
    [clearFieldError, setFailure],
  );
  const { noteChange } = touched;
  const set = useCallback<Form<Values>['set']>(
    (name, value) => {
      noteChange(name);
      setFieldValue(name, value as never);
      setFailure(undefined);
    },
    [noteChange, setFieldValue, setFailure],
  );
  const shown = Object.entries(found).filter(([name]) => touched.names.has(name));
  const errors = { ...refused, ...Object.fromEntries(shown) } as Texts<Values>;
  return {
    values,
    errors,
    failure,
    isSending,
    isDirty: fields.isDirty(),
    isValid,
    failedSubmits,
    set,
    touch: touched.leave,
    ...bindFields({ read: fields.getInputProps, touched, errors, change: () => setFailure(undefined) }),
    clearError,
    clear: () => {
      touched.forget();
      fields.setValues(initial);
      fields.resetDirty(initial);
    },
    submit,
  };
}

interface Binding {
  read: (name: string, options: { type: 'input' | 'checkbox' }) => unknown;
  touched: Pick<ReturnType<typeof useTouchedFields>, 'noteChange' | 'leave'>;
  errors: Record<string, string | undefined>;
  change: () => void;
}

function bindFields({ read, touched, errors, change }: Binding) {
  const bind = (name: string, type: 'input' | 'checkbox') => {
    const { onChange, ...state } = read(name, { type }) as BoundState;
    const changeField = (eventOrValue: unknown) => {
      touched.noteChange(name);
      onChange(eventOrValue);
      change();
    };
    const binding = { onChange: changeField, onBlur: () => touched.leave(name) };
    return { state, props: { ...binding, id: `field-${name}`, name, error: errors[name] } };
  };
  return {
    field: (name: string) => {
      const { state, props } = bind(name, 'input');
      return { ...props, value: state.value ?? '' };
    },
    check: (name: string) => {
      const { state, props } = bind(name, 'checkbox');
      return { ...props, checked: state.checked ?? false };
    },
  };
}

interface Submit {
  /** @returns whether there is something to send */
  begin: () => boolean;
  send: () => Promise<void>;
  /** The server's errors, or none where nothing was sent. */
  refuse: (error: ApiError | undefined) => void;
}

/** Sends once at a time, and keeps what came of it. */
function useSubmit({ begin, send, refuse }: Submit) {
  const [failure, setFailure] = useState<ApiError>();
  useRecovery(failure, () => setFailure(undefined));
  const [failedSubmits, setFailedSubmits] = useState(0);
  const [isSending, setSending] = useState(false);
  const isBusy = useRef(false);
  const fail = (error: ApiError | undefined) => {
    setFailure(error);
    refuse(error);
    setFailedSubmits((count) => count + 1);
    return false;
  };
  const submit = async (): Promise<boolean> => {
    if (isBusy.current) return false;
    if (!begin()) return fail(undefined);
    isBusy.current = true;
    setSending(true);
    try {
      await send();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return fail(error);
    } finally {
      isBusy.current = false;
      setSending(false);
    }
  };
  return { failure, setFailure, failedSubmits, isSending, submit };
}

/** Tracks the fields that may show their errors. */
function useTouchedFields() {
  const [names, setNames] = useState<ReadonlySet<string>>(new Set());
  const changed = useRef(new Set<string>());
  const noteChange = useCallback((name: string) => void changed.current.add(name), []);
  const leave = (name: string) => {
    // Focus in another window, to copy something for example, doesn't count as leaving the field.
    if (!changed.current.has(name) && !document.hasFocus()) return;
    setNames((old) => (old.has(name) ? old : new Set([...old, name])));
  };
  const addAll = (all: readonly string[]) => setNames(new Set(all));
  const forget = () => {
    changed.current.clear();
    setNames(new Set());
  };
  return { names, noteChange, leave, addAll, forget };
}

function readRefusals(error: ApiError | undefined): Record<string, string> {
  const entries = Object.entries(error?.failure?.errors ?? {}).map(([name, [text]]) => [name, text]);
  return Object.fromEntries(entries) as Record<string, string>;
}
