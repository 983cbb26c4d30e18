/** The foot of the promo panel: what the product works with, and the controls of the slides. */
import { Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import { PlatformIcon } from '#web/ui/platform-icon.tsx';
import classes from './promo-panel.module.css';

const PLATFORMS = [
  { type: 'wordpress', name: 'WordPress' },
  { type: 'drupal', name: 'Drupal' },
  { type: 'hubspot', name: 'HubSpot' },
];

export function PromoFoot({ children }: { children?: ReactNode }) {
  return (
    <div className={classes.foot}>
      <Flex wrap="wrap" align="center" gap="8px 20px">
        <span>Works with</span>
        {PLATFORMS.map(({ type, name }) => (
          <Flex component="span" key={type} align="center" gap={6} display="inline-flex" c="#fff">
            <PlatformIcon type={type} size={18} isNamed />
            {name}
          </Flex>
        ))}
      </Flex>
      {children}
    </div>
  );
}
