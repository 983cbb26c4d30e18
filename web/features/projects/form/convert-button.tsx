/** Rewrites the placeholders that the seed page has in other tools' spellings, all with one click. */
import { Button } from '@mantine/core';
import { WandSparkles } from 'lucide-react';
import { useState } from 'react';
import { showToast } from '#web/ui/toast.tsx';

export function ConvertButton({ convertSeed }: { convertSeed: () => Promise<boolean> }) {
  const [isConverting, setConverting] = useState(false);
  const convert = async () => {
    setConverting(true);
    const isConverted = await convertSeed();
    setConverting(false);
    const detail = 'Write them in brackets in your editor, then export the page again.';
    if (isConverted) showToast({ kind: 'success', text: 'Placeholders converted' });
    else showToast({ kind: 'error', text: 'These placeholders can’t be converted here.', detail });
  };
  return (
    <Button
      size="xs"
      leftSection={<WandSparkles size={14} strokeWidth={1.75} absoluteStrokeWidth />}
      loading={isConverting}
      onClick={convert}
    >
      Convert all
    </Button>
  );
}
