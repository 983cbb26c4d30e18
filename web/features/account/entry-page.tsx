/** Layout of all pages before sign-in: the form in one column, the promo panel in the other. */
import { Box } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { useMediaQuery } from '@mantine/hooks';
import { Logo } from '#web/ui/logo.tsx';
import { lazyPart } from '#web/client/lazy-part.ts';
import { Contours } from '#web/ui/map-sheet.tsx';
import classes from './entry-page.module.css';
import { BenefitSlide } from './benefit-slide.tsx';
import { PromoFoot } from './promo-foot.tsx';
import promoPanel from './promo-panel.module.css';

interface Props {
  title: string;
  words: ReactNode;
  children: ReactNode;
}

export function EntryPage({ title, words, children }: Props) {
  return (
    <div className={classes.page}>
      <title>{`${title} – Geoloom`}</title>
      <main className={classes.column} id="content">
        <Link
          to="/login"
          style={{ justifySelf: 'start', borderRadius: '8px', color: 'var(--text)', textDecoration: 'none' }}
          aria-label="Geoloom"
        >
          <Logo />
        </Link>
        <div className={classes.form}>
          <div>
            <Box component="h1" fz={32} fw={600} lh="38px" lts="-0.022em" tabIndex={-1}>
              {title}
            </Box>
            <Box component="p" mt={4} c="var(--text3)">
              {words}
            </Box>
          </div>
          {children}
        </div>
      </main>
      <aside className={classes.panel} aria-label="About Geoloom">
        <PromoPanel />
      </aside>
    </div>
  );
}

function StillSlides() {
  return (
    <>
      <div className={promoPanel.slides}>
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

/**
 * Promo panel. The first slide shows at once; the carousel loads after the form is usable, and not at all on
 * narrow screens or with reduced motion.
 */
function PromoPanel() {
  const moves = useMediaQuery('(min-width: 961px) and (prefers-reduced-motion: no-preference)');
  return (
    <div className={promoPanel.panel}>
      <Contours isWhole />
      <span className={promoPanel.neatline} aria-hidden="true" />
      <Box pos="relative">
        <p className={promoPanel.headline}>Learn How Geoloom Delivers Value</p>
        <p className={promoPanel.subheading}>more than a tool, an SEO operating system</p>
      </Box>
      {moves ? (
        <Suspense fallback={<StillSlides />}>
          <Carousel slidesClass={promoPanel.slides ?? ''} />
        </Suspense>
      ) : (
        <StillSlides />
      )}
    </div>
  );
}
