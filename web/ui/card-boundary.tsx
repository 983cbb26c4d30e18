/** Limits a rendering error to its card: the other cards of the page remain. */
import { Stack, type StackProps } from '@mantine/core';
import { Children, Component, type ReactNode } from 'react';
import { MissingPart } from './missing-part.tsx';

export class CardBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <MissingPart /> : this.props.children;
  }
}

/** A column of cards, each within its own boundary. */
export function CardStack({ children, ...props }: StackProps) {
  return (
    <Stack gap={16} {...props}>
      {Children.map(children, (card) => card && <CardBoundary>{card}</CardBoundary>)}
    </Stack>
  );
}
