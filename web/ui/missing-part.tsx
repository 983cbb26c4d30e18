/** In the place of a part that could not be loaded. */
import links from './link.module.css';
import classes from './missing-part.module.css';

export function MissingPart() {
  return (
    <p className={classes.missing} role="status">
      This part could not be loaded.{' '}
      <button type="button" className={links.link} data-repair onClick={() => window.location.reload()}>
        Reload the page
      </button>
    </p>
  );
}
