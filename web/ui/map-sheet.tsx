/**
 * Contour lines as a background without data, and a neatline (thin frame with ticks) on empty pages. Never
 * behind data.
 */
import type { ReactNode } from 'react';
import classes from './map-sheet.module.css';

/** Contours as the background of the nearest positioned parent; the middle is clear unless `isWhole`. */
export function Contours({ isWhole = false }: { isWhole?: boolean }) {
  return <span className={classes.contours} data-whole={isWhole || undefined} aria-hidden="true" />;
}

export function MapSheet({ children }: { children: ReactNode }) {
  return (
    <div className={classes.sheet}>
      <Contours />
      <span className={classes.neatline} aria-hidden="true" />
      <div className={classes.words}>{children}</div>
    </div>
  );
}

/** Picture of an empty page: one seed, many towns. */
export function SeedToTowns() {
  const towns: [number, number][] = [
    [108, 14],
    [174, 8],
    [156, 40],
    [196, 62],
    [126, 74],
  ];
  return (
    <svg width="216" height="88" viewBox="0 0 216 88" fill="none" aria-hidden="true">
      {towns.map(([x, y]) => (
        <path
          key={x}
          stroke="var(--sea)"
          strokeDasharray="3 4"
          opacity="0.7"
          d={`M24 44C60 44 ${x - 56} ${y} ${x - 7} ${y}`}
        />
      ))}
      <circle fill="var(--live)" opacity="0.2" cx="22" cy="44" r="19" />
      <circle fill="var(--live)" cx="22" cy="44" r="9" />
      {towns.map(([x, y]) => (
        <circle key={x} fill="var(--sunk)" stroke="var(--sea)" strokeWidth="2" cx={x} cy={y} r="5" />
      ))}
    </svg>
  );
}
