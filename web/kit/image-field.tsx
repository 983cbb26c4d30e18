/**
 * One image of a form: dropped or chosen, uploaded at once, shown, replaced and removed. Its value is the
 * name from the upload's reply.
 */
import { Box, Button, Group, Input, LoadingOverlay, Paper, Stack } from '@mantine/core';
import { Trash2, Upload } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { IMAGE_BYTES } from '#contract/limits.ts';
import { formatError } from '#web/client/format-error.ts';
import { DropArea } from '#web/ui/drop-area.tsx';
import { Loader } from '#web/ui/loader.tsx';
import { useFileDrop } from '#web/ui/use-file-drop.ts';
import { useFilePicker } from '#web/ui/use-file-picker.tsx';
import { useFocusPlace } from '#web/ui/use-focus-place.ts';
import type { FieldProps } from './use-form.ts';

export interface StoredImage {
  name: string;
  url: string;
}

interface Props extends FieldProps {
  label: string;
  /** Name of the stored image; empty for none. */
  value: string;
  /** URL of the form's initial image. */
  url?: string | null;
  upload: (file: File, signal: AbortSignal) => Promise<StoredImage>;
  /** Called with an image that was removed or replaced in this form. */
  onDiscard?: (name: string) => void;
  /** Called during uploads, when the form should not be saved. */
  onBusy?: (isBusy: boolean) => void;
}

const TYPES = ['image/jpeg', 'image/png', 'image/webp'];

function findFault(file: File): string | undefined {
  if (!TYPES.includes(file.type)) return 'Only JPEG, PNG and WebP images are allowed.';
  return file.size > IMAGE_BYTES ? 'The image is larger than 5 MB.' : undefined;
}

export function ImageField({ label, id, value, error, ...image }: Props) {
  const labelId = useId();
  const { place, withFocus } = useFocusPlace<HTMLDivElement>();
  const { busyName, failure, shownUrl, take, remove } = useImage({ value, ...image });
  const choose = withFocus((file: File) => void take(file));
  const { isOver, handlers } = useFileDrop(choose);
  const picker = useFilePicker(TYPES.join(','), choose);
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id: labelId }} error={failure ?? error}>
      {picker.field}
      <div ref={place} role="group" aria-labelledby={labelId} {...handlers}>
        {value === '' && busyName === undefined ? (
          <DropArea
            id={id}
            call="Drop an image here"
            hint="JPEG, PNG or WebP, up to 5 MB"
            isOver={isOver}
            onOpen={picker.open}
          />
        ) : (
          <ShownImage
            id={id}
            label={label}
            url={value === '' ? undefined : shownUrl}
            busyName={busyName}
            onReplace={picker.open}
            onRemove={withFocus(remove)}
          />
        )}
      </div>
    </Input.Wrapper>
  );
}

interface ShownProps {
  id: string;
  label: string;
  url: string | null | undefined;
  /** Name of the file that is uploading. */
  busyName: string | undefined;
  onReplace: () => void;
  onRemove: () => void;
}

function ShownImage({ id, label, url, busyName, onReplace, onRemove }: ShownProps) {
  const noun = label.toLowerCase();
  return (
    <Paper withBorder p={14} radius={12} aria-busy={busyName !== undefined}>
      <Box pos="relative" mih={busyName === undefined ? undefined : 140} mb={url ? 12 : 0}>
        {url && <Box component="img" src={url} alt={label} display="block" maw="100%" mah={240} bdrs={8} />}
        <LoadingOverlay
          visible={busyName !== undefined}
          zIndex={1}
          overlayProps={{ color: 'var(--raised)', backgroundOpacity: 0.8, radius: 8 }}
          loaderProps={{ children: <Uploading name={busyName} /> }}
        />
      </Box>
      <Group gap={8}>
        <Button
          id={id}
          size="xs"
          leftSection={<Upload size={14} />}
          aria-label={`Replace the ${noun}`}
          onClick={onReplace}
        >
          Replace
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<Trash2 size={14} />}
          aria-label={`Remove the ${noun}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </Group>
    </Paper>
  );
}

function Uploading({ name }: { name: string | undefined }) {
  return (
    <Stack gap={8} align="center" role="status" style={{ overflowWrap: 'anywhere' }}>
      <Loader />
      {name !== undefined && `Uploading ${name}`}
    </Stack>
  );
}

type Uploads = Pick<Props, 'value' | 'url' | 'upload' | 'onChange' | 'onDiscard' | 'onBusy'>;

/** The latest file wins; leaving the page aborts its upload. */
function useImage({ value, url, upload, onChange, onDiscard, onBusy }: Uploads) {
  const [shownUrl, setShownUrl] = useState(url);
  const [busyName, setBusyName] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const setBusy = (name: string | undefined) => {
    setBusyName(name);
    onBusy?.(name !== undefined);
  };
  const put = (name: string) => {
    if (value !== '') onDiscard?.(value);
    onChange(name);
  };
  const take = async (file: File) => {
    const fault = findFault(file);
    setFailure(fault);
    if (fault !== undefined) return;
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    setBusy(file.name);
    try {
      const image = await upload(file, signal);
      if (signal.aborted) return;
      setShownUrl(image.url);
      put(image.name);
    } catch (error) {
      if (signal.aborted) return;
      setFailure(formatError(error));
    }
    setBusy(undefined);
  };
  const remove = () => {
    running.current?.abort();
    setFailure(undefined);
    setBusy(undefined);
    put('');
  };
  return { busyName, failure, shownUrl, take, remove };
}
