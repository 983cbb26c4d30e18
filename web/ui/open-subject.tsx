/** Link to the page of a notification, if it still exists. */
import { Link } from 'react-router';
import links from './link.module.css';
import { isOwnPage } from './own-page.ts';

export function OpenSubject({ link, isGone }: { link: string | null; isGone: boolean }) {
  if (isGone) return <span>No longer available</span>;
  if (!isOwnPage(link)) return null;
  return (
    <Link className={links.link} to={link}>
      Open
    </Link>
  );
}
