/** Footer of the promo panel: supported platforms and the carousel's controls. */
import { Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import { PLATFORMS } from '#contract/platforms.ts';
import { PlatformIcon } from '#web/ui/platform-icon.tsx';
import classes from './promo-panel.module.css';

const SHOWN = ['wordpress', 'drupal', 'hubspot'] as const;

export function PromoFoot({ children }: { children?: ReactNode }) {
  return (
    <div className={classes.foot}>
      <Flex wrap="wrap" align="center" gap="8px 20px">
        <span>Works with</span>
        {SHOWN.map((id) => (
          <Flex component="span" key={id} align="center" gap={6} display="inline-flex" c="#fff">
            <PlatformIcon type={id} size={18} isNamed />
            {PLATFORMS.find((each) => each.id === id)?.name}
          </Flex>
        ))}
      </Flex>
      {children}
    </div>
  );
}
