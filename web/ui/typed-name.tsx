/** A project or domain in a table: its platform, and its name, which leads to its page. */
import { Link } from 'react-router';
import { PlatformIcon } from './platform-icon.tsx';
import classes from './typed-name.module.css';

interface Props {
  type: string;
  to: string;
  children: string;
}

export function TypedName({ type, to, children }: Props) {
  return (
    <span className={classes.name}>
      <PlatformIcon type={type} />
      <Link to={to} className={classes.title}>
        {children}
      </Link>
    </span>
  );
}
