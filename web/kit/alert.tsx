/** Error or note: headline, reason, reference of the log entry, and Retry. */
import { Box, Button, Flex } from '@mantine/core';
import { CircleAlert, Info, RotateCw } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import type { ApiError } from '#web/client/call.ts';
import { Reference } from '#web/ui/reference.tsx';
import classes from './alert.module.css';

interface Props {
  /** Screen readers announce only an error, at once. */
  tone?: 'error' | 'note';
  /** Headline, one sentence. */
  what?: string | undefined;
  /** Its message is the reason; shown with its reference if it has one. */
  error?: ApiError | undefined;
  /** When the rows below were loaded. */
  rowsFrom?: Date | undefined;
  onRetry?: (() => void) | undefined;
  children?: ReactNode;
  ref?: Ref<HTMLDivElement>;
}

const SERVER_FAULT = 500;
const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

export function Alert({ tone = 'error', what, error, rowsFrom, onRetry, children, ref }: Props) {
  const Icon = tone === 'note' ? Info : CircleAlert;
  // A refusal is complete; for an error of the server, the log has details.
  const reference = (error?.status ?? 0) >= SERVER_FAULT ? error?.failure?.request_id : undefined;
  return (
    <div
      ref={ref}
      className={classes.bar}
      data-tone={tone}
      role={tone === 'note' ? undefined : 'alert'}
      tabIndex={ref ? -1 : undefined}
    >
      <Icon size={20} />
      <Box flex="1 1 240px" miw={0} style={{ overflowWrap: 'anywhere' }}>
        {(what !== undefined || error) && (
          <p className={classes.reason}>
            <strong>{what ?? error?.message}</strong>
            {what !== undefined && error && ` ${error.message}`}
          </p>
        )}
        {children}
        {(rowsFrom || reference) && (
          <Flex wrap="wrap" align="center" gap="2px 12px" fz="small">
            {rowsFrom && <span>The rows below are from {clock.format(rowsFrom)}.</span>}
            {reference && <Reference id={reference} />}
          </Flex>
        )}
      </Box>
      {onRetry && (
        <Button leftSection={<RotateCw size={16} />} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
