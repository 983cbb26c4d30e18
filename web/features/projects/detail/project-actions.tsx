/** Actions in the head of a project, on every tab: cancel, edit, review, download. */
import { Button, Modal, TextInput } from '@mantine/core';
import { CircleStop, Download, ExternalLink, Pencil } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Project } from '#contract/project-shapes.ts';
import { isGeocoder } from '#contract/project-types.ts';
import type { Run } from '#contract/run-shapes.ts';
import { runsContract } from '#contract/runs.contract.ts';
import { useReadOnlyReason } from '#web/client/use-read-only.ts';
import { isActive } from '#web/client/run-figures.ts';
import { ReasonButton } from '#web/kit/reason-button.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { SignedLink } from '#web/ui/signed-link.tsx';
import { reviewAddress } from '../shared/project-report.rules.ts';
import { readProject } from '../shared/use-project.ts';

const NEEDS_ACTION: ReadonlySet<string> = new Set(['failed', 'waiting_for_split']);
const REVIEW = 'Review at client server';

export function ProjectActions({ project }: { project: Project }) {
  const { id, progress, test, report } = project;
  const reason = useReadOnlyReason(project.is_read_only);
  const working = [progress, test].filter((run) => run !== null).filter(({ state }) => isActive(state));
  const isWorking = working.length > 0;
  // One filled button per view: a question below takes precedence over the files of the previous run.
  const isSettled = !isWorking && !NEEDS_ACTION.has(progress?.state ?? 'draft');
  const zip = report?.download_all_url ?? null;
  const renew = async () => (await readProject(id))?.report?.download_all_url ?? undefined;
  return (
    <>
      {isWorking && <CancelRun projectId={id} kinds={new Set(working.map(({ kind }) => kind))} />}
      <ReasonButton reason={reason} to={`/projects/${id}/edit`} leftSection={<Pencil size={16} />}>
        Edit
      </ReasonButton>
      <Review project={project} />
      {zip !== null && (
        <SignedLink
          address={zip}
          onRenew={renew}
          button={{ variant: isSettled ? 'filled' : 'default', leftSection: <Download size={16} /> }}
        >
          Download all
        </SignedLink>
      )}
    </>
  );
}

/** Asks for a domain if none is known; without pages there is nothing to review. */
function Review({ project }: { project: Project }) {
  const [isAsked, setAsked] = useState(false);
  const site = reviewAddress(project);
  if (site === undefined && (project.report === null || isGeocoder(project.type))) return null;
  const icon = { rightSection: <ExternalLink size={16} /> };
  if (site === undefined) {
    return (
      <>
        <Button {...icon} onClick={() => setAsked(true)}>
          {REVIEW}
        </Button>
        <Modal opened={isAsked} onClose={() => setAsked(false)} title={REVIEW} centered size={420}>
          <DomainQuestion project={project} onDone={() => setAsked(false)} />
        </Modal>
      </>
    );
  }
  return (
    <Button component="a" href={site} target="_blank" rel="noopener noreferrer" {...icon}>
      {REVIEW}
    </Button>
  );
}

function DomainQuestion({ project, onDone }: { project: Project; onDone: () => void }) {
  const [domain, setDomain] = useState('');
  const [error, setError] = useState<string>();
  const open = (event: FormEvent) => {
    event.preventDefault();
    const address = reviewAddress({ ...project, domain: domain.trim().replace(/^https?:\/\//i, '') });
    if (address === undefined) return setError('Enter a valid domain, such as www.example.com');
    window.open(address, '_blank', 'noopener,noreferrer');
    onDone();
  };
  return (
    <form onSubmit={open} noValidate>
      <TextInput
        label="Domain"
        description="This project has no domain. Which site are its pages on?"
        placeholder="www.example.com"
        value={domain}
        error={error}
        inputMode="url"
        autoComplete="off"
        data-autofocus
        onChange={(event) => {
          setDomain(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <Button type="submit" variant="filled" mt={16} ml="auto" display="block">
        Open site
      </Button>
    </form>
  );
}

function CancelRun({ projectId, kinds }: { projectId: number; kinds: ReadonlySet<Run['kind']> }) {
  const [isAsked, setAsked] = useState(false);
  const noun = kinds.has('save') ? 'run' : 'test';
  const what =
    kinds.size > 1
      ? 'Stop this run and its test? What they have built'
      : `Stop this ${noun}? What it has built`;
  const cancel = useAction(runsContract.cancel, {
    refresh: ['projects'],
    failure: `Couldn’t cancel the ${noun}.`,
  });
  return (
    <>
      <Button leftSection={<CircleStop size={16} />} onClick={() => setAsked(true)}>
        Cancel {noun}
      </Button>
      <ConfirmDialog
        isOpened={isAsked}
        isBusy={cancel.isBusy}
        isDanger
        message={`${what} so far will be discarded.`}
        onYes={() => void cancel.run({ params: { id: projectId } }).finally(() => setAsked(false))}
        onNo={() => setAsked(false)}
      />
    </>
  );
}
