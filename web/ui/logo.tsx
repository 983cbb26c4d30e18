/**
 * Logo: a globe of three meridians and three parallels that overlap alternately, drawn from numbers, and the
 * name. A parallel is on top if column + row is even.
 */
import { Box, Flex } from '@mantine/core';

const CENTER = 18;
const RADIUS = 16;
const HALF = 8.7 / 2;
const GAP = 1.45;
const ROWS = [7.3, 18, 28.7];
const EDGE = { from: CENTER - RADIUS - 1, to: CENTER + RADIUS + 1 };

/** Horizontal position of the center line of a meridian (side −1, 0, 1) at height y. */
function meridianAt(side: number, y: number): number {
  return CENTER + side * 0.73 * Math.sqrt(256 - 0.5 * (y - CENTER) ** 2);
}

/** Edge of a meridian between two heights, shifted sideways, as a few points. */
function traceEdge(side: number, [from, to]: readonly [number, number], shift: number): string {
  const steps = 6;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const y = from + ((to - from) * step) / steps;
    return `${(meridianAt(side, y) + shift).toFixed(2)} ${y.toFixed(2)}`;
  }).join('L');
}

function drawMeridian(side: number, from: number, to: number): string {
  return `M${traceEdge(side, [from, to], -HALF)}L${traceEdge(side, [to, from], HALF)}Z`;
}

/** Segment of a parallel: its ends follow the adjacent meridians, or leave the circle. */
function drawParallel(y: number, left: number | null, right: number | null): string {
  const [top, bottom] = [y - HALF, y + HALF];
  const start =
    left === null ? `${EDGE.from} ${bottom}L${EDGE.from} ${top}` : traceEdge(left, [bottom, top], HALF + GAP);
  const end =
    right === null ? `${EDGE.to} ${top}L${EDGE.to} ${bottom}` : traceEdge(right, [top, bottom], -HALF - GAP);
  return `M${start}L${end}Z`;
}

const [north = 0, equator = 0, south = 0] = ROWS;
const PARALLELS = [
  drawParallel(north, null, 0),
  drawParallel(north, 0, null),
  drawParallel(equator, -1, 1),
  drawParallel(south, null, 0),
  drawParallel(south, 0, null),
].join('');
const MERIDIANS = [
  drawMeridian(-1, north + HALF + GAP, south - HALF - GAP),
  drawMeridian(1, north + HALF + GAP, south - HALF - GAP),
  drawMeridian(0, EDGE.from, equator - HALF - GAP),
  drawMeridian(0, equator + HALF + GAP, EDGE.to),
].join('');

function LogoMark({ size = 34 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 36 36" aria-hidden="true">
      <clipPath id="logo-globe">
        <circle cx={CENTER} cy={CENTER} r={RADIUS} />
      </clipPath>
      <g clipPath="url(#logo-globe)">
        <path fill="var(--live)" d={PARALLELS} />
        <path fill="var(--logo-ink)" d={MERIDIANS} />
      </g>
    </svg>
  );
}

export function Logo() {
  return (
    <Flex component="span" align="center" gap={11} display="inline-flex">
      <LogoMark />
      <Box component="span" fz={22} fw={700} lh="28px" lts="-0.022em">
        Geoloom
      </Box>
    </Flex>
  );
}
