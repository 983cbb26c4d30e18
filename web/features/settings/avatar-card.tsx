/** Picture of the account: choose, crop to a square, remove. */
import 'react-easy-crop/react-easy-crop.css';
import { Avatar, Box, Button, Group, Slider, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { IMAGE_BYTES } from '#contract/limits.ts';
import { profileContract } from '#contract/profile.contract.ts';
import { BLANK_AVATAR } from '#web/client/session.ts';
import { refreshAvatar } from '#web/client/store.ts';
import { useAppDispatch, useAppSelector } from '#web/client/use-store.ts';
import { ActionButton } from '#web/kit/action-button.tsx';
import { OwnerOnly } from '#web/kit/owner-only.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { Card } from '#web/ui/card.tsx';
import { useFilePicker } from '#web/ui/use-file-picker.tsx';

const TYPES = 'image/jpeg,image/png,image/webp';
/** Width and height of the upload; the server creates its own sizes. */
const SENT_PX = 512;
const ZOOM = { min: 1, max: 4, step: 0.05 } as const;

export function AvatarCard() {
  const avatar = useAppSelector((state) => state.avatar);
  const dispatch = useAppDispatch();
  const [chosen, setChosen] = useState<{ file: File; url: string }>();
  const [fault, setFault] = useState<string>();
  const choose = (file: File | undefined) => {
    if (chosen) URL.revokeObjectURL(chosen.url);
    setChosen(file && { file, url: URL.createObjectURL(file) });
  };
  const picker = useFilePicker(TYPES, (file) => {
    void findFault(file).then((found) => {
      setFault(found);
      choose(found === undefined ? file : undefined);
    });
  });
  const after = () => {
    choose(undefined);
    dispatch(refreshAvatar());
  };
  const remove = useAction(profileContract.deleteAvatar, {
    success: 'Your picture was deleted.',
    failure: 'Couldn’t delete the picture.',
    after,
  });
  return (
    <Card title="Picture">
      <OwnerOnly endpoint={profileContract.changeAvatar}>
        {picker.field}
        <Stack gap={14}>
          <Group>
            <Avatar src={avatar} alt="Your picture" size={72} />
            <Button onClick={picker.open}>Choose a picture</Button>
            {avatar !== BLANK_AVATAR && (
              <ActionButton
                action={{ ...remove, run: () => remove.run() }}
                busy="Deleting..."
                variant="subtle"
                color="gray"
              >
                Delete picture
              </ActionButton>
            )}
          </Group>
          {fault !== undefined && (
            <Text role="alert" c="var(--crimson-text)" fz="small">
              {fault}
            </Text>
          )}
          {chosen && (
            <CropForm key={chosen.url} {...chosen} onDone={after} onCancel={() => choose(undefined)} />
          )}
        </Stack>
      </OwnerOnly>
    </Card>
  );
}

/** @returns reason why a file can't become the picture; checks its content, because the name proves little */
async function findFault(file: File): Promise<string | undefined> {
  if (file.size > IMAGE_BYTES) return 'The image is larger than 5 MB.';
  const isImage = TYPES.split(',').includes(file.type) && (await isDecodable(file));
  return isImage ? undefined : 'This file isn’t a JPEG, PNG or WebP image.';
}

async function isDecodable(file: File): Promise<boolean> {
  try {
    (await createImageBitmap(file)).close();
    return true;
  } catch {
    return false;
  }
}

interface CropProps {
  file: File;
  /** URL of the file while it's cropped. */
  url: string;
  onDone: () => void;
  onCancel: () => void;
}

function CropForm({ file, url, onDone, onCancel }: CropProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState<number>(ZOOM.min);
  const [area, setArea] = useState<Area>();
  const change = useAction(profileContract.changeAvatar, {
    success: 'Your picture was changed.',
    failure: 'Couldn’t change the picture.',
    after: onDone,
  });
  const save = async () => area !== undefined && change.run({ body: {}, file: await cropImage(file, area) });
  return (
    <Stack gap={12}>
      <Box pos="relative" h={280} bdrs={12} style={{ overflow: 'hidden' }} aria-label="Crop the picture">
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          minZoom={ZOOM.min}
          maxZoom={ZOOM.max}
          aspect={1}
          cropShape="round"
          showGrid={false}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_percent, pixels) => setArea(pixels)}
        />
      </Box>
      <Slider label={null} thumbLabel="Zoom" value={zoom} onChange={setZoom} {...ZOOM} />
      <Group>
        <ActionButton action={{ ...change, run: save }} busy="Saving...">
          Save picture
        </ActionButton>
        <Button variant="subtle" color="gray" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}

/** @returns the cropped square as a JPEG of at most 512 × 512 pixels, rotated by its orientation */
async function cropImage(file: File, { x, y, width, height }: Area): Promise<Blob> {
  const image = await createImageBitmap(file, x, y, width, height);
  const side = Math.min(SENT_PX, width);
  const canvas = new OffscreenCanvas(side, side);
  canvas.getContext('2d')?.drawImage(image, 0, 0, side, side);
  image.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 });
}
