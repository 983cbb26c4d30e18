/**
 * Promo panel. The first slide shows at once; the carousel loads after the form is usable, and not at all on
 * narrow screens or with reduced motion.
 */
import { Box } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Suspense } from 'react';
import { lazyPart } from '#web/client/lazy-part.ts';
import { Contours } from '#web/ui/map-sheet.tsx';
import { BenefitSlide } from './benefit-slide.tsx';
import { PromoFoot } from './promo-foot.tsx';
import classes from './promo-panel.module.css';

function StillSlides() {
  return (
    <>
      <div className={classes.slides}>
        <BenefitSlide />
      </div>
      <PromoFoot />
    </>
  );
}

const Carousel = lazyPart<{ slidesClass: string }>(
  'promo-carousel',
  async () => (await import('./promo-carousel.tsx')).PromoCarousel,
  StillSlides,
);

export function PromoPanel() {
  const moves = useMediaQuery('(min-width: 961px) and (prefers-reduced-motion: no-preference)');
  return (
    <div className={classes.panel}>
      <Contours isWhole />
      <span className={classes.neatline} aria-hidden="true" />
      <Box pos="relative">
        <p className={classes.headline}>Learn How Geoloom Delivers Value</p>
        <p className={classes.subheading}>more than a tool, an SEO operating system</p>
      </Box>
      {moves ? (
        <Suspense fallback={<StillSlides />}>
          <Carousel slidesClass={classes.slides ?? ''} />
        </Suspense>
      ) : (
        <StillSlides />
      )}
    </div>
  );
}
