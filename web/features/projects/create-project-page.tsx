/**
 * "Create Project": a seed page and a sheet of towns, read at once by the engine in this browser, and
 * what would come out of them. Nothing is stored yet: the files are built by the command shown.
 */
import { VisuallyHidden } from '@mantine/core';
import { BuildSection } from './build-section.tsx';
import classes from './create-project-page.module.css';
import { FooterSection } from './footer-section.tsx';
import { OutcomeRail } from './outcome-rail.tsx';
import { ReaderFailure } from './reader-failure.tsx';
import { SeedSection } from './seed-section.tsx';
import { SheetSection } from './sheet-section.tsx';
import { tellOutcome } from './tell-outcome.rules.ts';
import { useCreateProject } from './use-create-project.ts';

export function CreateProjectPage() {
  const project = useCreateProject();
  const { state } = project;
  return (
    <>
      <title>Create Project – Geoloom</title>
      <header className={classes.head}>
        <h1 className={classes.title} tabIndex={-1}>
          Create Project
        </h1>
        <p className={classes.subtitle}>Enter your project information below</p>
      </header>
      <VisuallyHidden role="status">{state.isBusy ? state.progress : tellOutcome(project)}</VisuallyHidden>
      <div className={classes.columns}>
        <div className={classes.form}>
          {state.failure !== undefined && <ReaderFailure reason={state.failure} onRetry={project.retry} />}
          <SeedSection project={project} />
          <SheetSection project={project} />
          <FooterSection project={project} />
          <BuildSection project={project} />
        </div>
        <OutcomeRail project={project} />
      </div>
    </>
  );
}
