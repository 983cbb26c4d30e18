/** A button that removes a fact that all pages would share, if the problem offers a fix. */
import { Button } from '@mantine/core';
import { WandSparkles } from 'lucide-react';
import { useState } from 'react';
import type { OfferedFix } from '#engine';
import { showToast } from '#web/ui/toast.tsx';
import type { FormReading } from './use-form-reading.ts';

interface Props {
  project: Pick<FormReading, 'removeFact'>;
  fix: OfferedFix | undefined;
}

export function RemoveFact({ project, fix }: Props) {
  const [isFixing, setFixing] = useState(false);
  if (!fix) return null;
  const remove = async () => {
    setFixing(true);
    const isFixed = await project.removeFact(fix);
    setFixing(false);
    if (isFixed) return;
    const detail = 'Change it in your CMS, export the page again and choose that file.';
    showToast({ kind: 'error', text: 'This can’t be fixed here.', detail });
  };
  return (
    <Button
      size="xs"
      leftSection={<WandSparkles size={14} strokeWidth={1.75} absoluteStrokeWidth />}
      loading={isFixing}
      onClick={remove}
    >
      {fix.label}
    </Button>
  );
}
