/** Next step for a domain, or a check mark. */
import { Box, Button, Flex, Text } from '@mantine/core';
import { Check } from 'lucide-react';
import { Link } from 'react-router';
import { StepMark } from '#web/ui/step-mark.tsx';
import type { NextStep as Step } from './scan.rules.ts';

export function NextStep({ step }: { step: Step | undefined }) {
  return (
    <Flex
      component="section"
      aria-label="Next step"
      wrap="wrap"
      align="center"
      gap="12px 16px"
      p="14px 18px"
      bd="1px solid var(--line)"
      bdrs={12}
      bg="var(--shell)"
    >
      <StepMark state={step ? 'now' : 'done'} size={22}>
        {!step && <Check size={14} />}
      </StepMark>
      <Box flex="1 1 240px" miw={0}>
        <Text fz="small" c="var(--text2)">
          Next step
        </Text>
        <Text fz="md">
          <b>{step?.title ?? 'You’re all caught up.'}</b> {step?.why}
        </Text>
      </Box>
      {step?.to !== undefined && (
        <Button component={Link} to={step.to}>
          {step.act}
        </Button>
      )}
    </Flex>
  );
}
