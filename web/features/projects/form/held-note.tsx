/** Says that the form is as it was left, and what in it differs from what is stored. */
import type { HeldForm } from './form-memory.ts';
import { partNames } from '../shared/messages.ts';
import { FormBanner } from './form-banner.tsx';

const BEGINNINGS: Readonly<Record<HeldForm['why'], string>> = {
  session: 'You were signed out. What you entered is back in the form',
  reload: 'The latest version of the project is loaded. Your changes are back in the form',
  type: 'The project type was changed. What you entered is still in the form',
  draft: 'The draft is back in the form',
};

export function HeldNote({ held }: { held: HeldForm | undefined }) {
  if (!held) return null;
  return (
    <FormBanner>
      <p>
        {BEGINNINGS[held.why]}: {listNames(held)}.
      </p>
    </FormBanner>
  );
}

function listNames({ values, seed, manual }: HeldForm): string {
  const parts = Object.keys(values) as (keyof typeof partNames)[];
  if (seed !== undefined) parts.push('file');
  if (manual !== undefined) parts.push('script');
  return parts.map((part) => partNames[part]).join(', ');
}
