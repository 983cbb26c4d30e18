/** Offers a file that exists only in this page. */
import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { downloadBlob } from './download-blob.ts';

interface Props {
  name: string;
  content: BlobPart;
}

export function DownloadButton({ name, content }: Props) {
  return (
    <Button
      size="xs"
      leftSection={<Download size={14} strokeWidth={1.75} absoluteStrokeWidth />}
      onClick={() => downloadBlob(name, content)}
    >
      Download {name}
    </Button>
  );
}
