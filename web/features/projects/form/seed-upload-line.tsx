/** How far the seed page is on its way to the server; the reading above is the browser's own. */
import { Box, Button } from '@mantine/core';
import { BusyLine } from '#web/ui/busy-line.tsx';
import { Reference } from '#web/ui/reference.tsx';
import { messages } from '../shared/messages.ts';
import classes from './panel.module.css';
import { ProblemList } from '../shared/problem-list.tsx';
import type { ProjectForm } from './use-project-form.ts';
import { Fault } from './fault.tsx';

export function SeedUploadLine({ project }: { project: ProjectForm }) {
  const { uploader, reading } = project;
  const { upload } = uploader;
  const { seed } = reading.inputs;
  if (upload.kind === 'sending') return <BusyLine text="Uploading the seed page" />;
  // What the browser could not read either is in the card, with its places.
  if (upload.kind !== 'failed' || !seed || (reading.isFresh.seed && !reading.inspection?.seed)) return null;
  return (
    <div className={classes.card} role="alert">
      <Fault
        actions={
          <Button size="xs" onClick={() => void uploader.send(seed)}>
            Try again
          </Button>
        }
      >
        <strong>{messages.uploadFailed}</strong>
        {upload.reason !== messages.uploadFailed && (
          <Box component="p" c="var(--text2)" fz="small">
            {upload.reason}
          </Box>
        )}
        <Reference id={upload.reference} />
      </Fault>
      <ProblemList problems={upload.problems} />
    </div>
  );
}
