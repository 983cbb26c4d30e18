/** Replaces a part that failed to load. */
import { Box } from '@mantine/core';
import links from './link.module.css';

export function MissingPart() {
  return (
    <Box component="p" p="12px 18px" c="var(--text2)" role="status">
      Couldn’t load this part.{' '}
      <button type="button" className={links.link} data-repair onClick={() => window.location.reload()}>
        Reload the page
      </button>
    </Box>
  );
}
