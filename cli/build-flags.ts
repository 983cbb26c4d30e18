/** Flags of `build` and `test`. */
import type { PlatformId } from '#engine';
import type { InputFlags } from './build-input.ts';
import type { SplitFlags } from './split-question.ts';

export interface BuildFlags extends InputFlags, SplitFlags {
  type: PlatformId;
  out: string;
  json?: boolean;
}

export type BuildMode = 'build' | 'test';
