/**
 * A form over a row that is loaded first. The form begins with that state and keeps it: what is read again
 * meanwhile changes nothing under the person's hands, until they ask for the newest state themselves.
 */
import { Fragment, type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import type { Endpoint } from '#contract/endpoint.ts';
import type { ApiError } from '#web/client/call.ts';
import { useCall } from '#web/client/use-call.ts';
import { MissingSubject } from '#web/ui/missing-subject.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';
import { Alert } from './alert.tsx';

/** An endpoint that shows the row of an id as a form needs it. */
type EditEndpoint<R> = Endpoint & { reply: { _output: R[] } };

interface Props<R> {
  endpoint: EditEndpoint<R>;
  /** Heading while there is no form. */
  title: string;
  /** One row: `domain`; its list is at `/domains`. */
  noun: string;
  /** What is said when it cannot be loaded. */
  failure?: string;
  /** Words in place of the outline of rows while it loads. */
  loading?: string;
  /** Text for every failure to load it; `failure` is the reason if the server gave none. */
  describeFailure?: (message: string) => string;
  /** @param reload loads the newest state into a new form */
  children: (row: R, reload: () => void) => ReactNode;
}

export function LoadedForm<R>(props: Props<R>) {
  const { id = '' } = useParams();
  return <LoadedRow key={id} {...props} id={id} />;
}

function LoadedRow<R>(props: Props<R> & { id: string }) {
  const { id, endpoint, title, children } = props;
  const isId = /^[1-9]\d{0,9}$/.test(id);
  const input = [{ params: { id: Number(id) } }, { skip: !isId, isShown: true }] as never;
  const { data, error, isFetching, refetch } = useCall<Endpoint>(endpoint, ...(input as []));
  const [begun, setBegun] = useState<{ row: R; round: number }>();
  const [round, setRound] = useState(0);
  const [row] = (data ?? []) as R[];
  const isStale = begun?.round !== round;
  // An answer from before is shown nowhere: its revision would be refused.
  if (isStale && row !== undefined && !isFetching && !error) setBegun({ row, round });
  const reload = () => {
    setRound(round + 1);
    refetch();
  };
  if (begun && !isStale) return <Fragment key={round}>{children(begun.row, reload)}</Fragment>;
  if (!isId || error?.status === 404 || (data !== undefined && row === undefined))
    return <MissingSubject noun={props.noun} />;
  return (
    <>
      <PageHead title={title} />
      <FormLoadState {...props} error={error} onRetry={refetch} />
    </>
  );
}

interface NoFormProps<R> extends Props<R> {
  error: ApiError | undefined;
  onRetry: () => void;
}

/** What is where the form would be. */
function FormLoadState<R>(props: NoFormProps<R>) {
  const { noun, failure, loading, describeFailure, error, onRetry } = props;
  if (error && describeFailure) {
    const message = error.failure?.message ?? failure ?? error.message;
    return <Alert what={describeFailure(message)} onRetry={onRetry} />;
  }
  if (error) {
    return <Alert what={failure ?? `Couldn’t load the ${noun}.`} error={error} onRetry={onRetry} />;
  }
  return loading === undefined ? (
    <SkeletonRows label={`Loading the ${noun}`} />
  ) : (
    <p role="status">{loading}</p>
  );
}
