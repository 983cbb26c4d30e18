/** How the files are made for now: the command of this very seed and sheet, and what it needs. */
import { Button, CopyButton } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { DownloadButton } from '#web/ui/download-button.tsx';
import { Section } from '#web/ui/section.tsx';
import { writeBuildCommand } from './build-command.rules.ts';
import classes from './build-section.module.css';
import { messages } from './messages.ts';
import panel from './panel.module.css';
import type { CreateProject } from './use-create-project.ts';

const FOOTER_FILE = 'footer.html';

/** Files that the command needs and that exist in this page alone. */
function listOwnFiles({ inputs, mends, inspection }: CreateProject): { name: string; content: BlobPart }[] {
  const { seed, sheet, footer } = inputs;
  const files: { name: string; content: BlobPart }[] = [];
  if (seed && mends.length > 0) files.push({ name: seed.name, content: seed });
  if (sheet && 'text' in sheet)
    files.push({ name: nameRows(inspection?.table?.delimiter), content: sheet.text });
  if (footer !== messages.footerDefault) files.push({ name: FOOTER_FILE, content: footer });
  return files;
}

const nameRows = (delimiter?: string) => (delimiter === '\t' ? 'rows.tsv' : 'rows.csv');

export function BuildSection({ project }: { project: CreateProject }) {
  const { inputs, inspection, isFresh } = project;
  const { seed, sheet, footer } = inputs;
  const faults = inspection?.problems.filter(({ severity }) => severity === 'fault').length ?? 0;
  const isReady = seed && sheet && isFresh.seed && isFresh.sheet && faults === 0 && inspection?.outcome;
  return (
    <Section id="build-the-files" title="Build the files" hint="On this machine, with the command line">
      {isReady ? (
        <BuildSteps
          files={listOwnFiles(project)}
          command={writeBuildCommand({
            seed: seed.name,
            rows: 'file' in sheet ? sheet.file.name : nameRows(inspection.table?.delimiter),
            footer: footer === messages.footerDefault ? undefined : FOOTER_FILE,
          })}
        />
      ) : (
        <p className={panel.quiet}>{tellWait({ hasBoth: seed !== null && sheet !== null, faults })}</p>
      )}
    </Section>
  );
}

function tellWait({ hasBoth, faults }: { hasBoth: boolean; faults: number }): string {
  if (!hasBoth) return 'With a seed page and a sheet, the command that builds the files stands here.';
  return faults > 0
    ? 'Mend the problems above first: the command would refuse to build.'
    : 'The command stands here as soon as both are read.';
}

interface StepsProps {
  files: { name: string; content: BlobPart }[];
  command: string;
}

function BuildSteps({ files, command }: StepsProps) {
  return (
    <>
      {files.length > 0 && (
        <div className={classes.files}>
          <p className={panel.quiet}>
            {files.length === 1 ? 'This file exists' : 'These files exist'} in this page only. Save{' '}
            {files.length === 1 ? 'it' : 'them'} first:
          </p>
          {files.map(({ name, content }) => (
            <DownloadButton key={name} name={name} content={content} />
          ))}
        </div>
      )}
      <p className={panel.quiet}>
        Put the files into the folder of Geoloom, open a terminal there and run this. The pages are written,
        read back and checked before the folder appears.
      </p>
      <div className={classes.command}>
        <code className={classes.code}>{command}</code>
        <CopyButton value={command} timeout={2000}>
          {({ copied, copy }) => (
            <Button
              size="xs"
              className={classes.copy}
              leftSection={
                copied ? (
                  <Check size={14} strokeWidth={2.25} absoluteStrokeWidth />
                ) : (
                  <Copy size={14} strokeWidth={1.75} absoluteStrokeWidth />
                )
              }
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy command'}
            </Button>
          )}
        </CopyButton>
      </div>
    </>
  );
}
