/** "Not sure?": the server inspects a dropped export and recognizes its platform. */
import { Box, Button, Stack, Text } from '@mantine/core';
import { FileSearch } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { draftsContract } from '#contract/drafts.contract.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { call } from '#web/client/call.ts';
import { formatError } from '#web/client/format-error.ts';
import { readUserData } from '#web/client/session.ts';
import { BusyLine } from '#web/ui/busy-line.tsx';
import { Contours } from '#web/ui/map-sheet.tsx';
import { useFileDrop } from '#web/ui/use-file-drop.ts';
import { useFilePicker } from '#web/ui/use-file-picker.tsx';
import classes from './select-project-type-page.module.css';
import { formatType } from '../shared/project-types.rules.ts';

/** Inspected file and its draft. */
export interface ReadExport {
  file: File;
  /** Draft that has it already. */
  draftId?: string;
}

interface Reply {
  export?: ReadExport;
  recognition?: Recognition;
  failure?: string;
}

/** @param props.onChoose receives the platform and the inspected file */
export function UnsureCard({ onChoose }: { onChoose: (name: string, read: ReadExport) => void }) {
  const { isReading, reply, take, keep } = useRecognition();
  const { isOver, handlers } = useFileDrop(take);
  const picker = useFilePicker('', take);
  const { recognition, failure } = reply;
  const platforms = recognition?.platforms ?? [];
  const choose = (platform: string, read: ReadExport) => {
    keep();
    onChoose(platform, read);
  };
  return (
    <div className={classes.unsure} data-over={isOver || undefined} {...handlers}>
      <Contours />
      {picker.field}
      <Stack align="center" gap={6} pos="relative" w="100%" maw={320} p={20} c="var(--text2)" ta="center">
        <FileSearch size={24} />
        <Text component="h2" c="var(--text)" fz="xl" fw={600}>
          Not sure?
        </Text>
        <Box role="status" style={{ overflowWrap: 'anywhere' }}>
          {isReading && <BusyLine text="Reading the file" />}
          {!isReading && !recognition && failure === undefined && (
            <p>Drop an export here and we’ll tell you which platform it came from.</p>
          )}
          {failure !== undefined && <p>We couldn’t read the file. {failure}</p>}
          {recognition && (
            <p>
              <strong>{recognition.verdict}</strong> {recognition.facts}
            </p>
          )}
        </Box>
        {platforms.map((platform) => (
          <Button
            key={platform}
            variant={platforms.length === 1 ? 'filled' : 'default'}
            onClick={() => reply.export && choose(platform, reply.export)}
          >
            Continue with {platform}
          </Button>
        ))}
        <Button variant={platforms.length > 0 ? 'subtle' : 'default'} onClick={picker.open}>
          {reply.export || failure !== undefined ? 'Choose another file' : 'Choose a file'}
        </Button>
      </Stack>
    </div>
  );
}

/** Deletes a draft that no form continues: after another file, or when the card unmounts. */
function useRecognition() {
  const [reply, setReply] = useState<Reply>({});
  const [isReading, setReading] = useState(false);
  const running = useRef<AbortController>(undefined);
  const unused = useRef<string>(undefined);
  const drop = () => {
    const id = unused.current;
    unused.current = undefined;
    if (id === undefined || readUserData() === undefined) return;
    call(draftsContract.discard, { params: { id } }).catch((error: unknown) => console.warn(error));
  };
  const leave = useEffectEvent(() => {
    running.current?.abort();
    drop();
  });
  useEffect(() => () => leave(), []);
  const take = async (file: File) => {
    running.current?.abort();
    drop();
    const controller = new AbortController();
    running.current = controller;
    setReply({});
    setReading(true);
    try {
      const { platforms, draft_id: draftId } = await call(
        projectsContract.recognize,
        { body: {}, file },
        controller.signal,
      );
      unused.current = draftId;
      const read = { file, ...(draftId !== undefined && { draftId }) };
      setReply({ export: read, recognition: recognize(file.name, platforms) });
    } catch (error) {
      if (controller.signal.aborted) return;
      setReply({ failure: formatError(error) });
    }
    setReading(false);
  };
  return {
    isReading,
    reply,
    take: (file: File) => void take(file),
    keep: () => (unused.current = undefined),
  };
}

interface Recognition {
  /** Names of the matching cards; empty if the file isn't recognized, several if it's ambiguous. */
  platforms: string[];
  verdict: string;
  facts: string;
}

const LIST = new Intl.ListFormat('en', { type: 'disjunction' });

/** @param types platforms that the file may be from */
export function recognize(file: string, types: readonly string[]): Recognition {
  const platforms = types.map((type) => formatType(type));
  if (platforms.length === 0) {
    const facts = 'It isn’t an export from any of these platforms.';
    return { platforms, verdict: `We don’t recognize ${file}.`, facts };
  }
  const verdict = `This ${platforms.length === 1 ? 'is' : 'could be'} a ${LIST.format(platforms)} export.`;
  if (platforms.length === 1)
    return { platforms, verdict, facts: `${file} is ready to be used as the seed page.` };
  return { platforms, verdict, facts: `${file} could be from either one. Choose where the pages will go.` };
}
