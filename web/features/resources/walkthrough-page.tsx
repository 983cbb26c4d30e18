/** `/resources/{slug}`: an illustrated tutorial. */
import { Box, Button } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { Alert } from '#web/kit/alert.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { WALKTHROUGHS, WalkthroughSteps } from '#web/ui/walkthrough.tsx';

export function WalkthroughPage() {
  const { slug } = useParams();
  const walkthrough = WALKTHROUGHS.find((each) => each.slug === slug);
  if (walkthrough === undefined) {
    return (
      <>
        <PageHead title="Resources" />
        <Alert what="We couldn’t find that guide." />
        <Button component={Link} to="/resources" mt={16}>
          Back to Resources
        </Button>
      </>
    );
  }
  return (
    <>
      <PageHead title={walkthrough.title} />
      <Box maw={880}>
        <Card label="Steps">
          <WalkthroughSteps steps={walkthrough.steps} />
        </Card>
      </Box>
    </>
  );
}
