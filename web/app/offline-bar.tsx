/** The browser has lost its connection; the page says so until it is back. */
import { CloudOff } from 'lucide-react';
import classes from './offline-bar.module.css';

export function OfflineBar() {
  return (
    <div className={classes.bar} role="status">
      <CloudOff size={18} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" />
      You are offline. Your changes are kept in this browser.
    </div>
  );
}
