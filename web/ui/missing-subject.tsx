/** Page for an id that doesn't exist or that the user can't access, with a link to the list. */
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { pluralize } from './format-figure.ts';
import { SeedToTowns } from './map-sheet.tsx';
import { MessagePage } from './message-page.tsx';

interface Props {
  /** Noun of the object: `domain`; its list is at `/domains`. */
  noun: string;
  heading?: string;
}

export function MissingSubject({ noun, heading = `We couldn’t find that ${noun}.` }: Props) {
  const list = pluralize(noun);
  return (
    <MessagePage
      title={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`}
      heading={heading}
      reason="It may have been deleted, or you may not have access to it."
      picture={<SeedToTowns />}
    >
      <Button variant="filled" component={Link} to={`/${list}`}>
        Back to {list}
      </Button>
    </MessagePage>
  );
}
