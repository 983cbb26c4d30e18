/** A page whose id leads to nothing that the user may open, and a way back to the list. */
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { pluralize } from './format-figure.ts';
import { SeedToTowns } from './map-sheet.tsx';
import { MessagePage } from './message-page.tsx';

interface Props {
  /** One of them: `domain`. Its list is at `/domains`. */
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
