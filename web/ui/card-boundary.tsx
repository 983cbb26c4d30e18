/** Limits a rendering error to its card: the other cards of the page remain. */
import { Component, type ReactNode } from 'react';
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
