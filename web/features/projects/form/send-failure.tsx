/** Why a save or test was refused: the server's message and everything it found, in one place. */
import { Box, Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ApiError } from '#web/client/call.ts';
import { FALLBACK } from '#web/client/format-error.ts';
import { Reference } from '#web/ui/reference.tsx';
import classes from './panel.module.css';
import { sections } from '../shared/messages.ts';
import { ProblemList } from '../shared/problem-list.tsx';
import type { WholeForm } from './use-project-form.ts';
import { Fault } from './fault.tsx';

const CHANGED =
  'This project was changed elsewhere since you opened it. Reload it before you save. Your changes stay in the form.';

/** Where that is given which is no text field. */
const PLACES: Record<string, string> = { file: sections.seed.id, script: sections.sheet.id };

interface Props {
  form: Pick<WholeForm, 'form' | 'errors'>;
  onReload?: () => void;
}

export function SendFailure({ form: { form, errors }, onReload }: Props) {
  const { failure, failedSubmits } = form;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failedSubmits === 0) return;
    box.current?.scrollIntoView({ block: 'center' });
    box.current?.focus();
  }, [failedSubmits]);
  const texts = Object.entries(errors);
  const isRefused = failure?.code === 'conflict';
  // However much is typed afterwards: this form is about an older state until it is loaded again.
  const [isOvertaken, setOvertaken] = useState(false);
  if (isRefused && onReload && !isOvertaken) setOvertaken(true);
  const isConflict = isRefused || (isOvertaken && failure === undefined);
  if (failedSubmits === 0 || (!failure && !isConflict && texts.length === 0)) return null;
  return (
    <div ref={box} className={classes.card} role="alert" tabIndex={-1}>
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
        <strong>{isConflict ? CHANGED : tellHead(failure)}</strong>
        {failure && !failure.failure && <span>{failure.message}</span>}
        {texts.map(([name, text]) => (
          <Box
            component="a"
            key={name}
            py={2}
            c="inherit"
            fz="small"
            style={{ justifySelf: 'start', textUnderlineOffset: '3px' }}
            href={`#${PLACES[name] ?? `field-${name}`}`}
          >
            {text}
          </Box>
        ))}
        {failure?.failure?.request_id && <Reference id={failure.failure.request_id} />}
      </Fault>
      <ProblemList problems={failure?.failure?.problems ?? []} />
    </div>
  );
}

/** The server's words; where none came, the fixed ones, with what this page knows below them. */
function tellHead(error: ApiError | undefined): string {
  return error === undefined ? 'Fix the problems below' : (error.failure?.message ?? FALLBACK);
}
