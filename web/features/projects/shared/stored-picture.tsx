/**
 * Stored image with a signed URL; if it fails to load, shows the reason in the words of the specification.
 */
import { Box } from '@mantine/core';
import { useState } from 'react';
import { useRefresh } from '#web/client/use-call.ts';
import { findPictureFault } from '#web/ui/picture-fault.rules.ts';
import classes from './images-section.module.css';

interface Props {
  url: string;
  /** Empty if the name is next to it. */
  alt: string;
}

/** Image that opens in the gallery. */
export function OpenPicture({ url, name, onOpen }: { url: string; name: string; onOpen: () => void }) {
  return (
    <button type="button" className={classes.open} aria-label={`Open ${name}`} onClick={onOpen}>
      <StoredPicture url={url} alt="" />
    </button>
  );
}

export function StoredPicture({ url, alt }: Props) {
  const [failed, setFailed] = useState<{ url: string; reason: string }>();
  const refresh = useRefresh();
  const explain = async () => {
    const { reason, isStale } = await findPictureFault(url);
    setFailed({ url, reason });
    // Its URL expired while the page was open.
    if (isStale) refresh('projects');
  };
  return (
    <span className={classes.picture}>
      {failed?.url === url ? (
        <Box
          component="span"
          display="grid"
          h="100%"
          p={8}
          c="var(--text2)"
          fz="xs"
          ta="center"
          style={{ placeContent: 'center' }}
          role="img"
          aria-label={`${alt} ${failed.reason}`}
        >
          {failed.reason}
        </Box>
      ) : (
        <img
          src={url}
          alt={alt}
          loading="lazy"
          // Its container may be draggable as a whole.
          draggable={false}
          width={480}
          height={320}
          onError={() => void explain()}
        />
      )}
    </span>
  );
}
