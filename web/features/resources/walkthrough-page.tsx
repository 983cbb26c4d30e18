/** `/resources/{slug}`: an illustrated tutorial, or the reference of the page language. */
import { Box, Button } from '@mantine/core';
import { Suspense } from 'react';
import { Link, useParams } from 'react-router';
import { lazyPart } from '#web/client/lazy-part.ts';
import { Alert } from '#web/kit/alert.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { MissingPart } from '#web/ui/missing-part.tsx';
import { PAGE_LANGUAGE, WALKTHROUGHS, WalkthroughSteps } from '#web/ui/walkthrough.tsx';

const PageLanguage = lazyPart<object>(
  'page-language',
  async () => (await import('./page-language.tsx')).PageLanguage,
  MissingPart,
);

export function WalkthroughPage() {
  const { slug } = useParams();
  if (slug === PAGE_LANGUAGE)
    return (
      <Suspense>
        <PageLanguage />
      </Suspense>
    );
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
