/** Page for an unknown URL, inside the shell or before sign-in. */
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { SeedToTowns } from '#web/ui/map-sheet.tsx';
import { MessagePage } from '#web/ui/message-page.tsx';

export function NotFoundPage() {
  return (
    <MessagePage
      title="Page not found"
      heading="Page not found"
      reason="This page doesn’t exist. Check the URL for typos."
      picture={<SeedToTowns />}
    >
      <Button variant="filled" component={Link} to="/">
        Go home
      </Button>
      <Button onClick={() => window.history.back()}>Back</Button>
    </MessagePage>
  );
}
