/** Ctrl+K (⌘K) opens the palette, which loads on first use. */
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '#web/client/lazy-part.ts';

const Palette = lazyPart(
  'palette',
  async () => (await import('./palette.tsx')).Palette,
  () => null,
);

export function PaletteOpener({ isNarrow }: { isNarrow: boolean }) {
  /** Undefined before the first use. */
  const [isOpened, setOpened] = useState<boolean>();
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setOpened(true);
    };
    document.addEventListener('keydown', open);
    return () => document.removeEventListener('keydown', open);
  }, []);
  if (isOpened === undefined) return null;
  return (
    <Suspense>
      <Palette isOpened={isOpened} isNarrow={isNarrow} onClose={() => setOpened(false)} />
    </Suspense>
  );
}
