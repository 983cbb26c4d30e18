/** An address without a page, inside the shell or before sign-in. */
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { MapSheet, SeedToTowns } from '#web/ui/map-sheet.tsx';
import classes from './message-page.module.css';

export function NotFoundPage() {
  return (
    <div className={classes.page}>
      <title>Page not found – Geoloom</title>
      <MapSheet>
        <SeedToTowns />
        <h1 className={classes.title} tabIndex={-1}>
          Page not found
        </h1>
        <p className={classes.reason}>There is no page at this address. It may have been typed wrongly.</p>
        <div className={classes.actions}>
          <Button variant="filled" component={Link} to="/">
            Go home
          </Button>
          <Button onClick={() => window.history.back()}>Back</Button>
        </div>
      </MapSheet>
    </div>
  );
}
