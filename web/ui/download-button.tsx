/** Hands a file that exists only in this page to the person: made when asked for, forgotten after. */
import { Button } from '@mantine/core';
import { Download } from 'lucide-react';

interface Props {
  name: string;
  content: BlobPart;
}

export function handOver(name: string, content: BlobPart): void {
  const address = URL.createObjectURL(new Blob([content]));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function DownloadButton({ name, content }: Props) {
  return (
    <Button
      size="xs"
      leftSection={<Download size={14} strokeWidth={1.75} absoluteStrokeWidth />}
      onClick={() => handOver(name, content)}
    >
      Download {name}
    </Button>
  );
}
