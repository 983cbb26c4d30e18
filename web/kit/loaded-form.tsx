/**
 * Form for a row that is loaded first. It keeps its initial state: later refetches don't change what the user
 * edits, until the user asks for the latest version.
 */
import { Fragment, type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import type { ApiError } from '#web/client/call.ts';
import { type RowEndpoint, useShownRow } from '#web/client/use-shown.ts';
import { MissingSubject } from '#web/ui/missing-subject.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';
import { Alert } from './alert.tsx';

interface Props<R> {
  endpoint: RowEndpoint<R>;
  /** Title while there is no form. */
  title: string;
  /** Noun of the row: `domain`; its list is at `/domains`. */
  noun: string;
  /** Text if it fails to load. */
  failure?: string;
  /** Label of the loading skeleton. */
  loading?: string;
  /** Text for every failure to load it; `failure` is the reason if the server gave none. */
  describeFailure?: (message: string) => string;
  /** @param reload loads the latest version into a new form */
  children: (row: R, reload: () => void) => ReactNode;
}

export function LoadedForm<R>(props: Props<R>) {
  const { id = '' } = useParams();
  return <LoadedRow key={id} {...props} id={id} />;
}

function LoadedRow<R>(props: Props<R> & { id: string }) {
  const { id, endpoint, title, children } = props;
  const isId = /^[1-9]\d{0,9}$/.test(id);
  const { data, row, error, isFetching, refetch } = useShownRow(endpoint, Number(id), { skip: !isId });
  const [begun, setBegun] = useState<{ row: R; round: number }>();
  const [round, setRound] = useState(0);
  const isStale = begun?.round !== round;
  // An earlier reply isn't shown: saving its revision would be refused.
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

interface FormLoadStateProps<R> extends Props<R> {
  error: ApiError | undefined;
  onRetry: () => void;
}

/** Loading or error state in place of the form. */
function FormLoadState<R>(props: FormLoadStateProps<R>) {
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
