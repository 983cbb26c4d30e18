/** Opens the row in the form, with its fixes. */
import { createContext, use } from 'react';
import { Link } from 'react-router';
import { formatCount } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';

/** True if the rows of the project can't be fixed now. */
export const IsReadOnly = createContext(false);

interface Props {
  projectId: number;
  row: number;
  /** Shows the number of the row. */
  isNumbered?: boolean;
}

export function FixRow({ projectId, row, isNumbered = false }: Props) {
  if (use(IsReadOnly)) return null;
  return (
    <Link
      className={links.link}
      data-repair
      to={`/projects/${projectId}/edit?row=${row}`}
      aria-label={`Fix row ${formatCount(row)}`}
    >
      Fix row{isNumbered && ` ${formatCount(row)}`}
    </Link>
  );
}
