/** "Not sure?": reads a dropped export in the browser and says which platform it came from. */
import { Box, Button, Stack, Text } from '@mantine/core';
import { FileSearch } from 'lucide-react';
import { useInspector } from '#web/client/use-inspector.ts';
import { BusyLine } from '#web/ui/busy-line.tsx';
import { Contours } from '#web/ui/map-sheet.tsx';
import { useFileDrop } from '#web/ui/use-file-drop.ts';
import { useFilePicker } from '#web/ui/use-file-picker.tsx';
import { recognize } from './recognize.rules.ts';
import classes from './select-project-type-page.module.css';

/** @param props.onChoose receives the platform and the file that it was read from */
export function UnsureCard({ onChoose }: { onChoose: (name: string, seed: File) => void }) {
  const { inspector, state } = useInspector({ footer: '', keep: '', site: '' });
  const take = (file: File) => inspector.change({ seed: file });
  const { isOver, handlers } = useFileDrop(take);
  const picker = useFilePicker('', take);
  const { seed } = state.inputs;
  const isAnswered = seed !== null && state.answer?.inputs.seed === seed && !state.isBusy;
  const answer =
    isAnswered && state.answer
      ? recognize(state.answer.inspection, seed.name, state.answer.platforms)
      : undefined;
  return (
    <div className={classes.unsure} data-over={isOver || undefined} {...handlers}>
      <Contours />
      {picker.field}
      <Stack align="center" gap={6} pos="relative" w="100%" maw={320} p={20} c="var(--text2)" ta="center">
        <FileSearch size={24} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" />
        <Text component="h2" c="var(--text)" fz="xl" fw={600}>
          Not sure?
        </Text>
        <Box role="status" style={{ overflowWrap: 'anywhere' }}>
          {!seed && <p>Drop an export here and we’ll tell you which platform it came from.</p>}
          {state.isBusy && <BusyLine text={state.progress ?? 'Reading the file'} />}
          {state.failure && <p>The file could not be read because the reader stopped. Try again.</p>}
          {answer && (
            <p>
              <strong>{answer.verdict}</strong> {answer.facts}
            </p>
          )}
        </Box>
        {seed &&
          answer?.platforms.map((platform) => (
            <Button
              key={platform}
              variant={answer.platforms.length === 1 ? 'filled' : 'default'}
              onClick={() => onChoose(platform, seed)}
            >
              Continue with {platform}
            </Button>
          ))}
        <Button variant={answer?.platforms.length ? 'subtle' : 'default'} onClick={picker.open}>
          {seed ? 'Choose another file' : 'Choose a file'}
        </Button>
      </Stack>
    </div>
  );
}
