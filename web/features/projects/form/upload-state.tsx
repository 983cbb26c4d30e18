/** Progress of an upload, and why it failed. */
import { Box } from '@mantine/core';
import links from '#web/ui/link.module.css';
import type { FileUpload } from './form-state.ts';

/** An upload that finishes at once shows no percentage. */
export const formatShare = (text: string, { share }: Pick<FileUpload, 'share'>): string =>
  share === undefined || share === 1 ? text : `${text}, ${Math.floor(share * 100)}%`;

interface Props {
  text: string;
  retry?: (() => void) | false | undefined;
}

export function UploadFault({ text, retry }: Props) {
  return (
    <Box component="p" role="alert" c="var(--crimson-text)" fz="small">
      {text}
      {retry && (
        <button
          type="button"
          className={links.link}
          data-repair
          style={{ marginInlineStart: 8 }}
          onClick={retry}
        >
          Try again
        </button>
      )}
    </Box>
  );
}
