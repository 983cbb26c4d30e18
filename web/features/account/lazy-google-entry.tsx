/** Google button of the entry forms, only loaded and shown if the server has Google keys. */
import { Suspense } from 'react';
import { lazyPart } from '#web/client/lazy-part.ts';
import type { GoogleEntryProps } from './google-entry.tsx';

const Entry = lazyPart<GoogleEntryProps>(
  'google-entry',
  async () => (await import('./google-entry.tsx')).GoogleEntry,
  () => null,
);

/** @param props.isOpen true if Google is set up on this server */
export function LazyGoogleEntry({ isOpen, ...props }: GoogleEntryProps & { isOpen: boolean | undefined }) {
  return isOpen ? (
    <Suspense>
      <Entry {...props} />
    </Suspense>
  ) : null;
}
