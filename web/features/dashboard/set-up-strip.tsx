/** Getting started: the first steps, which are done and which is next. Hidden once all are done. */
import { Box, Button, Flex, Text, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Check } from 'lucide-react';
import { Link } from 'react-router';
import { StepMark } from '#web/ui/step-mark.tsx';
import { isSetUp, type SetUpStep } from './set-up.rules.ts';

const PHONE = '(max-width: 640px)';

export function SetUpStrip({ steps }: { steps: readonly SetUpStep[] }) {
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  if (isSetUp(steps)) return null;
  const next = steps.find(({ isDone }) => !isDone);
  const done = `${steps.filter(({ isDone }) => isDone).length} of ${steps.length}`;
  const strip = steps.map((step) => ({ ...step, isNext: step === next }));
  return (
    <Flex
      component="section"
      wrap={isPhone ? 'nowrap' : 'wrap'}
      align="center"
      justify="space-between"
      gap={isPhone ? 12 : '12px 20px'}
      p={isPhone ? '12px 14px' : '14px 18px'}
      bd="1px solid var(--line)"
      bdrs={12}
      bg="var(--shell)"
      aria-label="Getting started"
    >
      {isPhone ? <Dots steps={strip} done={done} /> : <Steps steps={strip} done={done} />}
      {next && (
        <Button component={Link} to={next.to} flex="none">
          {next.act}
        </Button>
      )}
    </Flex>
  );
}

interface Props {
  steps: readonly (SetUpStep & { isNext: boolean })[];
  /** `2 of 4` */
  done: string;
}

const toStepState = ({ isDone, isNext }: Props['steps'][number]) =>
  isDone ? 'done' : isNext ? 'now' : 'open';

function Steps({ steps, done }: Props) {
  return (
    <>
      <Box component="h2" fz="md" fw={600} lh="20px">
        Getting started
        <Text span display="block" c="var(--text2)" fz="small" fw={400}>
          {done}
        </Text>
      </Box>
      <Box
        component="ol"
        display="grid"
        flex="1 1 600px"
        style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(116px, 1fr))', gap: '12px 14px' }}
      >
        {steps.map((step) => (
          <Flex
            component="li"
            key={step.name}
            gap={10}
            miw={0}
            aria-current={step.isNext ? 'step' : undefined}
          >
            <StepMark state={toStepState(step)}>
              {step.isDone && <Check size={12} strokeWidth={1.5} role="img" aria-label="Done" />}
            </StepMark>
            <div>
              <Text component="strong" display="block" fw={600}>
                {step.name}
              </Text>
              <Text span display="block" c="var(--text2)" fz="small">
                {step.note}
              </Text>
            </div>
          </Flex>
        ))}
      </Box>
    </>
  );
}

/** On narrow screens the strip shrinks to dots and the next step. */
function Dots({ steps, done }: Props) {
  const next = steps.find(({ isNext }) => isNext);
  return (
    <div>
      <Flex wrap="wrap" align="center" gap="4px 12px">
        <Text component="h2" fw={600} style={{ whiteSpace: 'nowrap' }}>
          Getting started{' '}
          <Text span c="var(--text2)" fz="small">
            {done}
          </Text>
        </Text>
        <Flex component="ol" align="center">
          {steps.map((step, index) => (
            <Flex
              component="li"
              key={step.name}
              align="center"
              aria-current={step.isNext ? 'step' : undefined}
            >
              {/* Line between two dots. */}
              {index > 0 && <Box component="span" w={14} h={1} bg="var(--field)" />}
              <StepMark state={toStepState(step)} size={12} />
              <VisuallyHidden>
                {step.name}
                {step.isDone && ', done'}
              </VisuallyHidden>
            </Flex>
          ))}
        </Flex>
      </Flex>
      {next && (
        <Text c="var(--text2)" fz="small" aria-hidden="true">
          Next: {next.name.charAt(0).toLowerCase() + next.name.slice(1)}
        </Text>
      )}
    </div>
  );
}
