/** The part that reads files has broken: our fault, said plainly, with a way to go on. */
import { Box, Button } from '@mantine/core';
import { Fault } from './fault.tsx';

export function ReaderFailure({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  return (
    <Fault
      role="alert"
      actions={
        <Button size="xs" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      <strong>The files could not be read because the file reader stopped.</strong>
      <Box component="p" c="var(--text2)" fz="small">
        Your files are unchanged. Try again. If it stops again, the files may be too large for this browser.
        Reason: {reason}
      </Box>
    </Fault>
  );
}
