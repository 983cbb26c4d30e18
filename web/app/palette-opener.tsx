/** Ctrl+K (⌘K) opens the palette, whose part is loaded with its first use. */
import { useHotkeys } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import { lazyPart } from '#web/client/lazy-part.ts';

const Palette = lazyPart(
  'palette',
  async () => (await import('./palette.tsx')).Palette,
  () => null,
);

export function PaletteOpener({ isNarrow }: { isNarrow: boolean }) {
  const [isUsed, setUsed] = useState(false);
  const [isOpened, setOpened] = useState(false);
  const open = () => {
    setUsed(true);
    setOpened(true);
  };
  useHotkeys([['mod+K', open]], []);
  if (!isUsed) return null;
  return (
    <Suspense>
      <Palette isOpened={isOpened} isNarrow={isNarrow} onClose={() => setOpened(false)} />
    </Suspense>
  );
}
