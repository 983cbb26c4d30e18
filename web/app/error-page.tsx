/** Error page: a page crashed, or part of the application failed to load. */
import { Button } from '@mantine/core';
import { isRouteErrorResponse, Link, useRouteError } from 'react-router';
import { ApiError } from '#web/client/call.ts';
import { MessagePage } from '#web/ui/message-page.tsx';
import { Reference } from '#web/ui/reference.tsx';

function formatError(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim();
  return error instanceof Error ? error.message : String(error);
}

export function ErrorPage() {
  const error = useRouteError();
  const reference = error instanceof ApiError ? error.failure?.request_id : undefined;
  return (
    <MessagePage
      title="Error"
      heading="Unexpected Application Error!"
      reason={
        <>
          <p>{formatError(error)}</p>
          {reference !== undefined && reference !== '' && <Reference id={reference} />}
        </>
      }
    >
      <Button variant="filled" onClick={() => window.location.reload()}>
        Reload
      </Button>
      <Button onClick={() => window.history.back()}>Back</Button>
      <Button component={Link} to="/">
        Go home
      </Button>
    </MessagePage>
  );
}
