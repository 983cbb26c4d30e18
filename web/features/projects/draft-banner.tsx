/** What was begun and not saved: one click brings it back, with its seed page and data. */
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { projectsContract } from '#contract/projects.contract.ts';
import { call } from '#web/client/call.ts';
import { readFileBytes } from '#web/client/read-file.ts';
import { readProjectDraft } from '#web/client/session.ts';
import { formatMoment } from '#web/ui/format-moment.ts';
import { useNow } from '#web/ui/use-now.ts';
import { showToast } from '#web/ui/toast.tsx';
import classes from './project-form.module.css';
import { joinDrafts, type KeptDraft, type ProjectValues } from './project-form.rules.ts';
import type { ProjectForm } from './use-project-form.ts';

export function DraftBanner({ project }: { project: ProjectForm }) {
  const [kept, setKept] = useState<KeptDraft>();
  const [isBusy, setBusy] = useState(false);
  const now = useNow();
  useEffect(() => {
    const own = new AbortController();
    const local = readProjectDraft();
    void call(projectsContract.showDraft, undefined, own.signal)
      .catch(() => null)
      .then((stored) => {
        if (!own.signal.aborted) setKept(joinDrafts(stored, local));
      });
    return () => own.abort();
  }, []);
  if (!kept || (project.isDirty && !isBusy)) return null;
  const restore = async () => {
    setBusy(true);
    try {
      await restoreDraft(project, kept);
      setKept(undefined);
    } catch (error) {
      const detail = error instanceof Error ? error.message : 'An error occurred';
      showToast({ kind: 'error', text: 'The draft could not be restored.', detail });
    }
    setBusy(false);
  };
  const name = kept.values.title === '' ? 'A project' : `“${kept.values.title}”`;
  return (
    <div className={classes.banner} role="status">
      <p>
        {name} was begun and not saved, {formatMoment(kept.savedAt, now)}.
      </p>
      <Button loading={isBusy} onClick={restore}>
        Restore draft
      </Button>
    </div>
  );
}

async function restoreDraft(
  { setField, reading }: ProjectForm,
  { values, stored }: KeptDraft,
): Promise<void> {
  const draft = stored && (await call(projectsContract.restoreDraft));
  const seed =
    draft?.seed && new File([await readFileBytes(draft.seed.url)], draft.seed.name, { type: 'text/xml' });
  for (const name of Object.keys(values) as (keyof ProjectValues)[]) setField(name, values[name]);
  reading.load({
    ...(seed && { seed }),
    ...(draft?.script && { manual: asManual(draft.script) }),
    footer: values.footer_links,
  });
}

const SHOWN_CHARACTERS = 100_000;

/** Short data stands in the field; a long sheet would only slow it down and is shown as a file. */
export function asManual(script: string): ProjectForm['reading']['manual'] {
  return script.length <= SHOWN_CHARACTERS
    ? { text: script }
    : { file: new File([script], 'spreadsheet-data.csv') };
}
