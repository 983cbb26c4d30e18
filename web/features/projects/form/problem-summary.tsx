/** List above the form of everything that blocks saving; each line links to its place. */
import { Button } from '@mantine/core';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import type { ApiError } from '#web/client/call.ts';
import { FALLBACK } from '#web/client/format-error.ts';
import type { Form } from '#web/kit/use-form.ts';
import { formatTimestamp } from '#web/ui/format-timestamp.ts';
import links from '#web/ui/link.module.css';
import { Reference } from '#web/ui/reference.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { ProblemList } from '../shared/problem-list.tsx';
import { Fault } from './fault.tsx';
import type { ProjectForm } from './form-state.ts';
import classes from './panel.module.css';
import { listBlockers } from './problem-place.rules.ts';
import type { ProjectValues } from './project-form.rules.ts';

const RELOAD = 'Reload it before you save. Your changes stay in the form.';

/** @param newer its author and time, if the server gave them */
function describeConflict(newer: Newer | undefined, now: Date): string {
  if (newer === undefined) return `This project was changed after you opened it. ${RELOAD}`;
  const { saved_by: author, saved_at: moment } = newer;
  return `${author ?? 'Someone'} saved this project ${formatTimestamp(moment, now)}, after you opened it. ${RELOAD}`;
}

type Newer = NonNullable<NonNullable<ApiError['failure']>['newer']>;

interface Props {
  form: ProjectForm & { form: Pick<Form<ProjectValues>, 'failure' | 'failedSubmits'> };
  /** Loads the latest version of the project and keeps the changes of this form. */
  onReload?: (() => void) | undefined;
}

/** After a refused save or test, it has the focus and the server's message. */
export function ProblemSummary({ form, onReload }: Props) {
  const { failure, failedSubmits } = form.form;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failedSubmits === 0) return;
    box.current?.scrollIntoView({ block: 'center' });
    box.current?.focus({ preventScroll: true });
  }, [failedSubmits]);
  // Changes in the form don't help until the latest version is loaded.
  const [overtaken, setOvertaken] = useState<ApiError>();
  if (failure?.code === 'conflict' && onReload && overtaken !== failure) setOvertaken(failure);
  const conflict = failure?.code === 'conflict' ? failure : failure === undefined ? overtaken : undefined;
  const isConflict = conflict !== undefined;
  const now = useNow();
  const blockers = listBlockers({ ...form, errors: failedSubmits > 0 ? form.errors : {} });
  if (blockers.length === 0 && !failure && !isConflict) return null;
  return (
    <div
      ref={box}
      className={classes.summary}
      role={failedSubmits > 0 ? 'alert' : 'group'}
      aria-label="Problems"
      tabIndex={-1}
    >
      <Fault
        actions={
          isConflict &&
          onReload && (
            <Button size="xs" onClick={onReload}>
              Reload
            </Button>
          )
        }
      >
        <strong>
          {conflict ? describeConflict(conflict.failure?.newer, now) : describeFailure(failure)}
        </strong>
        {failure && !failure.failure && <span>{failure.message}</span>}
        {blockers.length > 0 && (
          <ul>
            {blockers.map(({ place, text }) => (
              <li key={`${place} ${text}`}>
                <a className={links.link} href={`#${place}`} onClick={focusTarget}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        )}
        {failure?.failure?.request_id && <Reference id={failure.failure.request_id} />}
      </Fault>
      <ProblemList problems={failure?.failure?.problems ?? []} />
    </div>
  );
}

/** Message of the server, or the fixed text with the reason below it. */
const describeFailure = (error: ApiError | undefined): string =>
  error === undefined ? 'Fix the problems below' : (error.failure?.message ?? FALLBACK);

/** Scrolls to a link's place and focuses it. */
function focusTarget(event: MouseEvent<HTMLAnchorElement>): void {
  const target = document.getElementById(event.currentTarget.hash.slice(1));
  if (!target) return;
  event.preventDefault();
  target.scrollIntoView({ block: 'start' });
  target.focus({ preventScroll: true });
}
