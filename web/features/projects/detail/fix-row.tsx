/** Leads to the row in the form, with what fixes it. */
import { Link } from 'react-router';
import { formatCount } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';

export function FixRow({ projectId, row }: { projectId: number; row: number }) {
  return (
    <Link
      className={links.link}
      data-repair
      to={`/projects/${projectId}/edit?row=${row}`}
      aria-label={`Fix row ${formatCount(row)}`}
    >
      Fix row
    </Link>
  );
}
