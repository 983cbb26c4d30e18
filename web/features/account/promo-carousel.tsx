/**
 * Carousel: a slide every 5000 ms, transition of 1000 ms, dots, no arrows, pauses on hover, loops. A button
 * stops it for users without a pointer.
 */
import { Box, Flex } from '@mantine/core';
import 'swiper/css';
import { Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Swiper as SwiperHandle } from 'swiper';
import { Autoplay } from 'swiper/modules';
import { Swiper, SwiperSlide } from 'swiper/react';
import { BenefitSlide } from './benefit-slide.tsx';
import classes from './promo-carousel.module.css';
import { PromoFoot } from './promo-foot.tsx';
import { ProofSlide, RowsSlide } from './promo-slides.tsx';

const SLIDES = [
  { name: 'Benefits', Slide: BenefitSlide },
  { name: 'Proof', Slide: ProofSlide },
  { name: 'One page, many towns', Slide: RowsSlide },
];

const AUTOPLAY = {
  delay: 5000,
  // The delay counts from the start of a slide, not from its end.
  waitForTransition: false,
  disableOnInteraction: false,
} as const;

interface Props {
  slidesClass: string;
}

export function PromoCarousel({ slidesClass }: Props) {
  const [swiper, setSwiper] = useState<SwiperHandle>();
  const [current, setCurrent] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const [isHovered, setHovered] = useState(false);
  const isStopped = isPaused || isHovered;
  // Swiper's own pause ends at once if the delay doesn't wait for the transition.
  useEffect(() => {
    if (swiper === undefined || swiper.destroyed) return;
    if (isStopped) swiper.autoplay.stop();
    else if (!swiper.autoplay.running) swiper.autoplay.start();
  }, [swiper, isStopped]);
  const Icon = isPaused ? Play : Pause;
  return (
    <>
      <section
        className={slidesClass}
        aria-roledescription="carousel"
        aria-label="What Geoloom does"
        onPointerEnter={({ pointerType }) => setHovered(pointerType === 'mouse')}
        onPointerLeave={() => setHovered(false)}
      >
        <Swiper
          style={{ width: '100%', height: '100%' }}
          modules={[Autoplay]}
          slidesPerView={1}
          speed={1000}
          loop
          autoplay={AUTOPLAY}
          onSwiper={setSwiper}
          onSlideChange={({ realIndex }) => setCurrent(realIndex)}
        >
          {SLIDES.map(({ name, Slide }, index) => (
            <SwiperSlide key={name}>
              <Box
                h="100%"
                role="group"
                aria-roledescription="slide"
                aria-label={`${index + 1} of ${SLIDES.length}: ${name}`}
                inert={index !== current}
              >
                <Slide />
              </Box>
            </SwiperSlide>
          ))}
        </Swiper>
      </section>
      <PromoFoot>
        <Flex align="center" gap={6} ml="auto">
          <Dots current={current} onGo={(index) => swiper?.slideToLoop(index)} />
          <button
            type="button"
            className={classes.pause}
            aria-label={isPaused ? 'Play' : 'Pause'}
            title={isPaused ? 'Play' : 'Pause'}
            onClick={() => setPaused(!isPaused)}
          >
            <Icon size={16} />
          </button>
        </Flex>
      </PromoFoot>
    </>
  );
}

function Dots({ current, onGo }: { current: number; onGo: (index: number) => void }) {
  return SLIDES.map(({ name }, index) => (
    <button
      key={name}
      type="button"
      className={classes.dot}
      aria-label={`Slide ${index + 1}: ${name}`}
      aria-current={index === current || undefined}
      onClick={() => onGo(index)}
    />
  ));
}
