/** First slide of the promo panel. It loads with the form; the carousel loads the others. */
import { Box } from '@mantine/core';
import { CalendarCheck, Gauge, type LucideIcon, Puzzle, Sprout, Timer, TrendingUp } from 'lucide-react';
import classes from './promo-slides.module.css';

const BENEFITS: { Icon: LucideIcon; name: string; words: string }[] = [
  { Icon: Timer, name: 'Save Time', words: '10,000 pages from one page and a sheet, in seconds' },
  { Icon: Gauge, name: 'Efficiency', words: 'One person keeps forty client sites up to date' },
  { Icon: CalendarCheck, name: 'Predictable', words: 'Every file is verified before you import it' },
  { Icon: Sprout, name: 'Lasting Results', words: 'Pages that differ where it matters' },
  { Icon: Puzzle, name: 'Elite Tech Stack', words: 'Works with existing themes and workflows' },
  {
    Icon: TrendingUp,
    name: 'Boost MRR and Client Retention',
    words: 'New towns for a client within the hour',
  },
];

const TOWNS: { x: number; y: number; name?: string }[] = [
  { x: 160, y: 52, name: 'Boulder' },
  { x: 294, y: 20, name: 'Greeley' },
  { x: 436, y: 44, name: 'Fort Morgan' },
  { x: 234, y: 72 },
  { x: 358, y: 58 },
  { x: 498, y: 74 },
  { x: 250, y: 114 },
  { x: 390, y: 110 },
  { x: 520, y: 124 },
  { x: 148, y: 174, name: 'Castle Rock' },
  { x: 208, y: 192 },
  { x: 310, y: 208, name: 'Colorado Springs' },
  { x: 454, y: 184, name: 'Lamar' },
  { x: 548, y: 192 },
];

function SeedAndTowns() {
  return (
    <svg
      className={classes.picture}
      viewBox="0 0 600 240"
      role="img"
      aria-label="One seed page, 10,000 towns"
    >
      {TOWNS.map(({ x, y }) => (
        <path
          key={`${x}-${y}`}
          fill="none"
          stroke="#2c95a6"
          strokeWidth="1"
          opacity="0.75"
          d={`M24 120C${x * 0.5} 120 ${x * 0.55} ${y} ${x} ${y}`}
        />
      ))}
      {TOWNS.map(({ x, y, name }) => (
        <g key={`${x}-${y}`}>
          <circle fill="#88cfd8" cx={x} cy={y} r="3.2" />
          {name !== undefined && (
            <text fill="#fff" fontSize="12.5px" fontWeight="500" x={x + 10} y={y + 4}>
              {name}
            </text>
          )}
        </g>
      ))}
      <circle fill="#fe6432" opacity="0.25" cx="16" cy="120" r="15" />
      <circle fill="#fe6432" cx="16" cy="120" r="7" />
      <text fill="#a9d5db" fontSize="12.5px" x="2" y="158">
        one seed page
      </text>
      <text fill="#a9d5db" fontSize="12.5px" x="598" y="232" textAnchor="end">
        10,000 towns
      </text>
    </svg>
  );
}

export function BenefitSlide() {
  return (
    <div className={classes.slide}>
      <SeedAndTowns />
      <Box component="ul" display="grid" style={{ gridTemplateColumns: '1fr 1fr', gap: '20px 32px' }}>
        {BENEFITS.map(({ Icon, name, words }) => (
          <li key={name} className={classes.benefit}>
            <Icon size={20} />
            <div>
              <Box component="p" c="#fff" fz="lg" fw={600} lh="22px">
                {name}
              </Box>
              <p className={classes.words}>{words}</p>
            </div>
          </li>
        ))}
      </Box>
    </div>
  );
}
