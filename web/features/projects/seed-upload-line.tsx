/** How far the seed page is on its way to the server; the reading above is the browser's own. */
import { Button } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { BusyLine } from '#web/ui/busy-line.tsx';
import { Reference } from '#web/ui/reference.tsx';
import { messages } from './messages.ts';
import classes from './panel.module.css';
import { ProblemList } from './problem-list.tsx';
import type { ProjectForm } from './use-project-form.ts';

export function SeedUploadLine({ project }: { project: ProjectForm }) {
  const { uploader, reading } = project;
  const { upload } = uploader;
  const { seed } = reading.inputs;
  if (upload.kind === 'sending') return <BusyLine text="Uploading the seed page" />;
  // What the browser could not read either is in the card, with its places.
  if (upload.kind !== 'failed' || !seed || (reading.isFresh.seed && !reading.inspection?.seed)) return null;
  return (
    <div className={classes.card} role="alert">
      <div className={classes.alert}>
        <CircleAlert size={18} strokeWidth={1.75} absoluteStrokeWidth className={classes.alertIcon} />
        <div className={classes.alertWords}>
          <strong>{messages.uploadFailed}</strong>
          {upload.reason !== messages.uploadFailed && <p className={classes.quiet}>{upload.reason}</p>}
          <Reference id={upload.reference} />
        </div>
        <Button size="xs" onClick={() => void uploader.send(seed)}>
          Try again
        </Button>
      </div>
      <ProblemList problems={upload.problems} />
    </div>
  );
}
