/**
 * A form over the body of an endpoint: the same rules and texts as the server's. Fields are checked on
 * change, on blur and on submit; a text that is still being typed for the first time is left alone.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { afterPointer, followPointer } from './after-pointer.ts';
import { ApiError } from './call.ts';

export type FormValues = Record<string, string | boolean>;
type Texts<Values> = Partial<Record<keyof Values & string, string>>;

export interface Form<Values extends FormValues> {
  values: Values;
  /** Shown errors by field: of fields that were left once, and of all after a submit. */
  errors: Texts<Values>;
  /** What belongs to no field: the server's message. */
  failure: ApiError | undefined;
  isSending: boolean;
  /** Something differs from what the form began with. */
  isDirty: boolean;
  set: (name: keyof Values & string, value: Values[keyof Values & string]) => void;
  /** The field was left, perhaps by a click that is still under way: from its end on it shows what is wrong. */
  touch: (name: keyof Values & string) => void;
  /** What the server said of this is about something that is gone: a file, for example. */
  forgive: (name: string) => void;
  /** Checks all, then sends; the server's errors go to their fields. @returns whether it succeeded */
  submit: () => Promise<boolean>;
  /** Counts submits that failed, so that the page can move the focus to the summary. */
  failedSubmits: number;
}

interface Options<Values extends FormValues> {
  /** `body` of an endpoint, or a form of its own. */
  schema: z.ZodType;
  initial: Values;
  send: (values: Values) => Promise<unknown>;
}

export function useForm<Values extends FormValues>(options: Options<Values>): Form<Values> {
  const { schema, initial, send } = options;
  const { values, touched, change, touch, touchAll } = useFields(initial);
  const [refused, setRefused] = useState<Texts<Values>>({});
  const [failure, setFailure] = useState<ApiError>();
  const [failedSubmits, setFailedSubmits] = useState(0);
  const [isSending, setSending] = useState(false);
  const isBusy = useRef(false);
  const found = checkForm<Values>(schema, values);
  const fail = (error: ApiError | undefined) => {
    setFailure(error);
    setRefused(readRefusals<Values>(error));
    setFailedSubmits((count) => count + 1);
  };
  const submit = async (): Promise<boolean> => {
    if (isBusy.current) return false;
    touchAll();
    if (Object.keys(found).length > 0) {
      fail(undefined);
      return false;
    }
    isBusy.current = true;
    setSending(true);
    try {
      await send(values);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      fail(error);
      return false;
    } finally {
      isBusy.current = false;
      setSending(false);
    }
  };
  const forgive = useCallback((name: string) => {
    setRefused(({ [name as keyof Values]: _gone, ...rest }) => rest as Texts<Values>);
    setFailure(undefined);
  }, []);
  const set = useCallback<Form<Values>['set']>(
    (name, value) => {
      change(name, value);
      forgive(name);
    },
    [change, forgive],
  );
  const shown = Object.entries(found).filter(([name]) => touched.has(name));
  return {
    values,
    errors: { ...refused, ...(Object.fromEntries(shown) as Texts<Values>) },
    failure,
    isSending,
    isDirty: Object.keys(initial).some((name) => values[name] !== initial[name]),
    failedSubmits,
    set,
    touch,
    forgive,
    submit,
  };
}

/** What stands in the fields, and which of them may show what is wrong with it. */
function useFields<Values extends FormValues>(initial: Values) {
  const [values, setValues] = useState(initial);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const changed = useRef(new Set<string>());
  useEffect(followPointer, []);
  const change = useCallback<Form<Values>['set']>((name, value) => {
    changed.current.add(name);
    setValues((old) => ({ ...old, [name]: value }));
  }, []);
  const touch = useCallback<Form<Values>['touch']>((name) => {
    // Who goes to another window, to copy something perhaps, has not left the field.
    if (!changed.current.has(name) && !document.hasFocus()) return;
    afterPointer(() => setTouched((old) => (old.has(name) ? old : new Set([...old, name]))));
  }, []);
  const touchAll = () => setTouched(new Set(Object.keys(values)));
  return { values, touched, change, touch, touchAll };
}

/** The first text of each field that breaks a rule. */
function checkForm<Values extends FormValues>(schema: z.ZodType, values: Values): Texts<Values> {
  const result = schema.safeParse(values);
  const texts: Record<string, string> = {};
  for (const { path, message } of result.error?.issues ?? []) {
    const [name] = path;
    if (typeof name === 'string') texts[name] ??= message;
  }
  return texts as Texts<Values>;
}

function readRefusals<Values>(error: ApiError | undefined): Texts<Values> {
  const entries = Object.entries(error?.failure?.errors ?? {}).map(([name, [text]]) => [name, text]);
  return Object.fromEntries(entries) as Texts<Values>;
}
