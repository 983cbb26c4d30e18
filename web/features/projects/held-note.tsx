/** Says that the form is as it was left, and what in it differs from what is stored. */
import type { HeldForm } from './form-memory.ts';
import classes from './project-form.module.css';

const NAMES: Record<keyof HeldForm['values'], string> = {
  title: 'title',
  notes: 'notes',
  google_spread_sheet: 'Google Sheet link',
  footer_links: 'footer link template',
};

export function HeldNote({ held }: { held: HeldForm | undefined }) {
  if (!held) return null;
  const beginning =
    held.why === 'session'
      ? 'You were signed out. What you had entered is here again'
      : 'The newest state of the project is loaded. What you had changed stands in the form again';
  return (
    <div className={classes.banner} role="status">
      <p>
        {beginning}: {listNames(held)}.
      </p>
    </div>
  );
}

function listNames({ values, seed, manual }: HeldForm): string {
  const names = (Object.keys(values) as (keyof HeldForm['values'])[]).map((name) => NAMES[name]);
  if (seed !== undefined) names.push('seed page');
  if (manual !== undefined) names.push('spreadsheet data');
  return names.join(', ');
}
