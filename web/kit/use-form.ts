/**
 * Form over the body of an endpoint: the same rules and messages as the server's. Fields are validated on
 * change, on blur and on submit, but not while a text is typed for the first time.
 */
import { schemaResolver, useForm as useMantineForm } from '@mantine/form';
import { type FocusEvent, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import { accountContract } from '#contract/account.contract.ts';
import { ApiError, call, isRetryable, RECOVERY_MS } from '#web/client/call.ts';

export type FormValues = Record<string, unknown>;
type Name<Values> = keyof Values & string;
type Texts<Values> = Partial<Record<Name<Values>, string>>;

/** Props of a Mantine input. */
export interface FieldProps {
  id: string;
  name: string;
  error: string | undefined;
  onChange: (eventOrValue: unknown) => void;
  onBlur: (event?: FocusEvent) => void;
}

export interface Form<Values extends FormValues> {
  values: Values;
  /** Visible errors by field: of touched fields, and of all after a submit. */
  errors: Texts<Values>;
  /** Error without a field: the server's message. */
  failure: ApiError | undefined;
  isSending: boolean;
  /** True if values differ from the initial or last sent ones. */
  isDirty: boolean;
  /** True if all fields are valid. */
  isValid: boolean;
  /** Number of failed submits; the summary takes the focus when it changes. */
  failedSubmits: number;
  set: (name: Name<Values>, value: Values[Name<Values>]) => void;
  /** Called on blur. */
  touch: (name: Name<Values>) => void;
  /** Binds a text field or a select: `<TextInput label="Name" {...form.field('name')} />` */
  field: (name: Name<Values>) => FieldProps & { value: string };
  /** Binds a checkbox or a switch. */
  check: (name: Name<Values>) => FieldProps & { checked: boolean };
  /** Clears a server error whose subject is gone, such as a file. */
  clearError: (name: string) => void;
  /** Resets values and errors. */
  clear: () => void;
  /** Validates, then sends; the server's errors go to their fields. @returns true on success */
  submit: () => Promise<boolean>;
}

/** Props that Mantine's form gives a field. */
interface BoundState {
  onChange: (eventOrValue: unknown) => void;
  value?: string;
  checked?: boolean;
}

interface Options<Values extends FormValues> {
  /** `body` of an endpoint, or a custom schema. */
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
  const { markChanged } = touched;
  const set = useCallback<Form<Values>['set']>(
    (name, value) => {
      markChanged(name);
      setFieldValue(name, value as never);
      setFailure(undefined);
    },
    [markChanged, setFieldValue, setFailure],
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
  touched: Pick<ReturnType<typeof useTouchedFields>, 'markChanged' | 'leave'>;
  errors: Record<string, string | undefined>;
  change: () => void;
}

function bindFields({ read, touched, errors, change }: Binding) {
  const bind = (name: string, type: 'input' | 'checkbox') => {
    const { onChange, ...state } = read(name, { type }) as BoundState;
    const changeField = (eventOrValue: unknown) => {
      touched.markChanged(name);
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
  /** @returns true if there is something to send */
  begin: () => boolean;
  send: () => Promise<void>;
  /** Errors of the server, or undefined if nothing was sent. */
  refuse: (error: ApiError | undefined) => void;
}

/** Sends one request at a time, and stores its result. */
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
  const markChanged = useCallback((name: string) => void changed.current.add(name), []);
  const leave = (name: string) => {
    // Focus in another window, for example to copy something, doesn't count as leaving the field.
    if (!changed.current.has(name) && !document.hasFocus()) return;
    setNames((old) => (old.has(name) ? old : new Set([...old, name])));
  };
  const addAll = (all: readonly string[]) => setNames(new Set(all));
  const forget = () => {
    changed.current.clear();
    setNames(new Set());
  };
  return { names, markChanged, leave, addAll, forget };
}

function readRefusals(error: ApiError | undefined): Record<string, string> {
  const entries = Object.entries(error?.failure?.errors ?? {}).map(([name, [text]]) => [name, text]);
  return Object.fromEntries(entries) as Record<string, string>;
}

/** @param clear called once the server has replied */
function useRecovery(failure: ApiError | undefined, clear: () => void): void {
  const onRecovered = useEffectEvent(clear);
  const isUnreachable = failure?.code === 'unreachable';
  const intervalMs = Math.max(RECOVERY_MS, failure?.retryAfterMs ?? 0);
  useEffect(() => {
    if (!isUnreachable) return;
    const controller = new AbortController();
    const timer = setInterval(() => {
      call(accountContract.setupState, undefined, controller.signal).then(onRecovered, (error: unknown) => {
        // A refusal is a reply, too.
        if (!controller.signal.aborted && !isRetryable(error)) onRecovered();
      });
    }, intervalMs);
    return () => {
      controller.abort();
      clearInterval(timer);
    };
  }, [isUnreachable, intervalMs]);
}
