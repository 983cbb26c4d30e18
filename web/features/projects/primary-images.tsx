/** "Primary Images" of a project: what its pages show, each opened in the gallery by click and keyboard. */
import { Button } from '@mantine/core';
import { Play } from 'lucide-react';
import { useCallback } from 'react';
import type { ImageFile } from '#contract/image-shapes.ts';
import { useRefresh } from '#web/client/use-call.ts';
import { useGallery } from '#web/kit/gallery-opener.tsx';
import { Card } from '#web/ui/card.tsx';
import { formatBytes } from '#web/ui/format-figure.ts';
import type { GalleryImage } from '#web/ui/gallery.tsx';
import classes from './images-section.module.css';
import { StoredPicture } from './stored-picture.tsx';
import { readProject } from './use-project.ts';

const toGalleryImage = ({
  url,
  name,
  thumbnail_url: thumbnailUrl,
  width,
  height,
}: ImageFile): GalleryImage => ({
  url,
  name,
  thumbnailUrl,
  width,
  height,
});

export function PrimaryImages({ projectId, images }: { projectId: number; images: readonly ImageFile[] }) {
  const refresh = useRefresh();
  const renew = useCallback(async () => {
    await readProject(projectId);
    refresh('projects');
  }, [projectId, refresh]);
  const { open, gallery } = useGallery(images.map(toGalleryImage), renew);
  const [first, second] = images;
  if (!first) return null;
  return (
    <Card
      title="Primary Images"
      aside={
        second && (
          <Button
            size="xs"
            leftSection={<Play size={14} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" />}
            onClick={() => open(first.url, true)}
          >
            Slideshow
          </Button>
        )
      }
    >
      <ul className={classes.images}>
        {images.map(({ url, name, size, thumbnail_url: thumbnail }) => (
          <li key={url} className={classes.image}>
            <button
              type="button"
              className={classes.open}
              aria-label={`Open ${name}`}
              onClick={() => open(url)}
            >
              <StoredPicture url={thumbnail} alt="" />
            </button>
            <span className={classes.name} title={name}>
              <bdi>{name}</bdi>
            </span>
            <span className={classes.facts}>{formatBytes(size)}</span>
          </li>
        ))}
      </ul>
      {gallery}
    </Card>
  );
}
