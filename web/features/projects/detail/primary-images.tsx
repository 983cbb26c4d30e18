/** "Primary Images" of a project; a click or key opens one in the gallery. */
import { Button } from '@mantine/core';
import { Play } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { ImageFile } from '#contract/image-shapes.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { useRefresh } from '#web/client/use-call.ts';
import { useAction } from '#web/kit/use-action.ts';
import { useGallery } from '#web/kit/gallery-opener.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { formatBytes } from '#web/ui/format-figure.ts';
import type { GalleryImage } from '#web/ui/gallery.tsx';
import { OpenPicture } from '../shared/stored-picture.tsx';
import { readProject } from '../shared/use-project.ts';
import { ImageFacts, ImageName, ImageTile, ImageTiles } from '../shared/image-tiles.tsx';

const toGalleryImage = ({ thumbnail_url: thumbnailUrl, ...image }: ImageFile): GalleryImage => ({
  ...image,
  thumbnailUrl,
});

interface Props {
  projectId: number;
  type: string;
  images: readonly ImageFile[];
}

export function PrimaryImages({ projectId, type, images }: Props) {
  const refresh = useRefresh();
  const renew = useCallback(async () => {
    await readProject(projectId);
    refresh('projects');
  }, [projectId, refresh]);
  const { ask, dialog } = useRemoval(type, images);
  const { open, gallery } = useGallery(images.map(toGalleryImage), renew, ask);
  const [first, second] = images;
  if (!first) return null;
  return (
    <Card
      title="Primary Images"
      aside={
        second && (
          <Button size="xs" leftSection={<Play size={14} />} onClick={() => open(first.url, true)}>
            Slideshow
          </Button>
        )
      }
    >
      <ImageTiles>
        {images.map(({ url, name, size, thumbnail_url: thumbnail }) => (
          <ImageTile key={url}>
            <OpenPicture url={thumbnail} name={name} onOpen={() => open(url)} />
            <ImageName title={name}>
              <bdi>{name}</bdi>
            </ImageName>
            <ImageFacts>{formatBytes(size)}</ImageFacts>
          </ImageTile>
        ))}
      </ImageTiles>
      {gallery}
      {dialog}
    </Card>
  );
}

/** Asks for confirmation, because the image is deleted at once. */
function useRemoval(type: string, images: readonly ImageFile[]) {
  const [asked, setAsked] = useState<string>();
  const { run, isBusy } = useAction(projectsContract.removeImage, {
    refresh: ['projects'],
    failure: 'Couldn’t remove the image.',
  });
  const name = images.find(({ url }) => url === asked)?.name ?? '';
  const dialog = (
    <ConfirmDialog
      isOpened={asked !== undefined}
      isBusy={isBusy}
      isDanger
      message={`Remove ${name} from the project? Pages that are built already keep it.`}
      onYes={() => asked && void run({ body: { url: asked, type } }).finally(() => setAsked(undefined))}
      onNo={() => setAsked(undefined)}
    />
  );
  return { ask: setAsked, dialog };
}
