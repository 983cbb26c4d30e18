/** A seed that cannot be read: the fixed headline, and below it everything that is wrong, with places. */
import type { Problem } from '#engine';
import type { BrokenPlace } from '#web/client/broken-place.ts';
import { messages } from '../shared/messages.ts';
import { ProblemList } from '../shared/problem-list.tsx';
import { SeedExcerpt } from './seed-excerpt.tsx';
import { Fault } from './fault.tsx';

interface Props {
  problems: readonly Problem[];
  /** The place of the first fault that has one. */
  broken?: BrokenPlace | undefined;
}

export function SeedRefused({ problems, broken }: Props) {
  return (
    <>
      <Fault role="alert">
        <strong>{messages.uploadFailed}</strong>
        {broken && <SeedExcerpt place={broken} text={broken.mark} />}
      </Fault>
      <ProblemList problems={problems} />
    </>
  );
}
