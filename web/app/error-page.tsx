/** A page that broke, or a part of the application that could not be loaded: what happened, and ways on. */
import { Button } from '@mantine/core';
import { isRouteErrorResponse, Link, useRouteError } from 'react-router';
import { ApiError } from '#web/client/call.ts';
import { MapSheet } from '#web/ui/map-sheet.tsx';
import { Reference } from '#web/ui/reference.tsx';
import classes from './message-page.module.css';

function formatError(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim();
  return error instanceof Error ? error.message : String(error);
}

export function ErrorPage() {
  const error = useRouteError();
  const reference = error instanceof ApiError ? error.failure?.request_id : undefined;
  return (
    <div className={classes.page}>
      <title>Error – Geoloom</title>
      <MapSheet>
        <h1 className={classes.title} tabIndex={-1}>
          Unexpected Application Error!
        </h1>
        <p className={classes.reason}>{formatError(error)}</p>
        {reference !== undefined && reference !== '' && <Reference id={reference} />}
        <div className={classes.actions}>
          <Button variant="filled" onClick={() => window.location.reload()}>
            Reload
          </Button>
          <Button onClick={() => window.history.back()}>Back</Button>
          <Button component={Link} to="/">
            Go home
          </Button>
        </div>
      </MapSheet>
    </div>
  );
}
