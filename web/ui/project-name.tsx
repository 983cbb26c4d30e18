/** A project in a table: its platform and its title, which leads to its page. */
import { Link } from 'react-router';
import { PlatformIcon } from './platform-icon.tsx';
import classes from './project-name.module.css';

interface Props {
  project: { id: number; title: string; type: string };
}

export function ProjectName({ project: { id, title, type } }: Props) {
  return (
    <span className={classes.project}>
      <PlatformIcon type={type} />
      <Link to={`/projects/${id}`} className={classes.title}>
        {title}
      </Link>
    </span>
  );
}
