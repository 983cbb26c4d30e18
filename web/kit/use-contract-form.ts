/**
 * Form that sends to an endpoint: validates with the body's schema, shows a toast after success and may
 * redirect, and shows the server's errors at their fields.
 */
import { useRef, useState } from 'react';
import { z } from 'zod';
import type { CallInput, Endpoint, ReplyData } from '#contract/endpoint.ts';
import { ApiError, type InputArguments } from '#web/client/call.ts';
import { useSend } from '#web/client/use-call.ts';
import { showToast } from '#web/ui/toast.tsx';
import { type Form, type FormValues, useForm } from './use-form.ts';
import { type NextPage, useDelayedRedirect } from './use-delayed-redirect.ts';

type FormEndpoint = Endpoint & { body: z.ZodObject };
type Body<E extends FormEndpoint> = Required<z.input<E['body']>>;

interface Common<E extends FormEndpoint, Values> {
  /** Initial values of the fields. */
  initial: Values;
  /** Replaces the body's schema; `z.object({})` for a form that leaves all validation to the server. */
  rules?: z.ZodType;
  /** Nouns to refetch after success. */
  refresh: readonly string[];
  /** Toast after success. */
  success: string;
  /** Fallback after a failure without a message from the server. */
  failure: string;
  /** Shows a failure as a toast, or in the page's "Oops!" dialog. */
  failureIn?: 'toast' | 'dialog';
  /** Redirect after success, once the toast was shown this long; undefined if the form stays. */
  redirect?: NextPage | ((data: ReplyData<E>) => NextPage);
}

type ToInput<E extends FormEndpoint, Values> = (
  values: Values,
  /** Reply to the form's last save. */
  saved: ReplyData<E> | undefined,
) => CallInput<E>;

/** Builds the request; optional if the fields are all that the endpoint needs. */
type Options<E extends FormEndpoint, Values> = Common<E, Values> &
  ({ body: Values } extends CallInput<E> ? { input?: ToInput<E, Values> } : { input: ToInput<E, Values> });

export interface ContractForm<Values extends FormValues> extends Form<Values> {
  /** True once it's saved and another page is about to open. */
  next: NextPage | undefined;
  /** Fallback of the "Oops!" dialog, if failures are shown in it. */
  dialogFallback: string | undefined;
}

/**
 * @param endpoint of the contract, with a JSON body
 * @param options `{ initial: { name: '' }, success: 'Domain saved', redirect: { to: '/domains', afterMs: 2000
 * } }`
 */
export function useContractForm<E extends FormEndpoint, Name extends keyof Body<E> & string>(
  endpoint: E,
  options: Options<E, Pick<Body<E>, Name>>,
): ContractForm<Pick<Body<E>, Name>> {
  type Values = Pick<Body<E>, Name>;
  const {
    initial,
    rules,
    refresh,
    success,
    failure,
    failureIn = 'toast',
    redirect,
    input,
  }: Common<E, Values> & {
    input?: ToInput<E, Values>;
  } = options;
  const [schema] = useState(() => rules ?? pickRules(endpoint.body, Object.keys(initial)));
  const [send] = useSend(endpoint, { refresh });
  const [next, setNext] = useState<NextPage>();
  const hold = useDelayedRedirect(next);
  const saved = useRef<ReplyData<E>>(undefined);
  const save = async (values: Values): Promise<void> => {
    const request = input ? input(values, saved.current) : { body: values };
    const { data } = await send(...([request] as unknown as InputArguments<E>));
    saved.current = data;
    showToast({ kind: 'success', text: success, onHold: hold });
    setNext(typeof redirect === 'function' ? redirect(data) : redirect);
  };
  const form = useForm<Values>({
    schema,
    initial,
    send: (values) =>
      save(values).catch((error: unknown) => {
        if (failureIn === 'toast') showFailure(error, failure);
        throw error;
      }),
  });
  return {
    ...form,
    next,
    dialogFallback: failureIn === 'dialog' ? failure : undefined,
    isDirty: form.isDirty && next === undefined,
    submit: () => (next === undefined ? form.submit() : Promise.resolve(false)),
  };
}

/** Refinements over several fields apply if the form has all of them. */
function pickRules(body: z.ZodObject, names: readonly string[]): z.ZodType {
  const isWhole = Object.keys(body.shape).every((name) => names.includes(name));
  return isWhole ? body : z.object(Object.fromEntries(names.map((name) => [name, body.shape[name]])));
}

/** Message of the server, or of its only field; otherwise the fallback with the known reason. */
function showFailure(error: unknown, fallback: string): void {
  if (!(error instanceof ApiError)) return;
  const { failure, message } = error;
  const [only, ...others] = Object.values(failure?.errors ?? {}).flat();
  const text = only !== undefined && others.length === 0 ? only : message;
  showToast(failure ? { kind: 'error', text } : { kind: 'error', text: fallback, detail: message });
}
