/** Recovery codes, which are only shown once. */
import { Box, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { downloadBlob } from '#web/ui/download-blob.ts';

interface Props {
  codes: readonly string[];
  onDone: () => void;
}

export function RecoveryCodes({ codes, onDone }: Props) {
  const list = useRef<HTMLDivElement>(null);
  // The focused form is gone.
  useEffect(() => list.current?.focus(), []);
  const text = `${codes.join('\n')}\n`;
  return (
    <Stack gap={16}>
      <Text>
        Save these recovery codes where you can find them without your phone. Each code works once. You won’t
        see them again.
      </Text>
      <SimpleGrid
        role="list"
        ref={list}
        tabIndex={-1}
        aria-label="Recovery codes"
        cols={{ base: 1, xs: 2 }}
        spacing="6px 16px"
        ff="monospace"
        fz="lg"
      >
        {codes.map((code) => (
          <Box role="listitem" key={code}>
            {code}
          </Box>
        ))}
      </SimpleGrid>
      <Group gap={8}>
        <CopyButton text={text} noun="the recovery codes" label="Copy codes" />
        <Button
          size="xs"
          leftSection={<Download size={14} />}
          onClick={() => downloadBlob('geoloom-recovery-codes.txt', text)}
        >
          Download codes
        </Button>
      </Group>
      <Group>
        <Button variant="filled" onClick={onDone}>
          I saved my codes
        </Button>
      </Group>
    </Stack>
  );
}
