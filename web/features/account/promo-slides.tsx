/** The three slides of the promo panel: one page becomes many, proof, and what a row fills. */
import { CalendarCheck, Gauge, type LucideIcon, Puzzle, Sprout, Timer, TrendingUp } from 'lucide-react';
import { drawWeave, weaveRun } from '#web/ui/weave.rules.ts';
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
          className={classes.thread}
          d={`M24 120C${x * 0.5} 120 ${x * 0.55} ${y} ${x} ${y}`}
        />
      ))}
      {TOWNS.map(({ x, y, name }) => (
        <g key={`${x}-${y}`}>
          <circle className={classes.town} cx={x} cy={y} r="3.2" />
          {name !== undefined && (
            <text className={classes.label} x={x + 10} y={y + 4}>
              {name}
            </text>
          )}
        </g>
      ))}
      <circle className={classes.halo} cx="16" cy="120" r="15" />
      <circle className={classes.seed} cx="16" cy="120" r="7" />
      <text className={classes.note} x="2" y="158">
        one seed page
      </text>
      <text className={classes.note} x="598" y="232" textAnchor="end">
        10,000 towns
      </text>
    </svg>
  );
}

export function BenefitSlide() {
  return (
    <div className={classes.slide}>
      <SeedAndTowns />
      <ul className={classes.benefits}>
        {BENEFITS.map(({ Icon, name, words }) => (
          <li key={name} className={classes.benefit}>
            <Icon size={20} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" />
            <div>
              <p className={classes.name}>{name}</p>
              <p className={classes.words}>{words}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

const COLUMNS = 40;
const PITCH = 15;
const CLOTH = weaveRun({ total: 480, written: 420, isWorking: true, warnings: [], skipped: [97, 305] });
const PATHS = drawWeave(CLOTH.threads, COLUMNS, PITCH);

export function ProofSlide() {
  return (
    <div className={classes.slide}>
      <svg
        className={classes.picture}
        viewBox="0 0 600 180"
        role="img"
        aria-label="A run as cloth, two knots in it"
      >
        <path className={classes.todo} d={PATHS.todo} />
        <path className={classes.written} d={PATHS.written} />
        <path className={classes.now} d={PATHS.now} />
        <path className={classes.knot} d={PATHS.skipped} />
      </svg>
      <div className={classes.statement}>
        <p className={classes.big}>Verified before you import it</p>
        <p className={classes.more}>
          Every file is read back by separate code that replays the importer. A page that cannot be imported
          is named, with its row and the reason, before anything reaches the client's site.
        </p>
      </div>
    </div>
  );
}

const ROWS = ['Boulder', 'Castle Rock', 'Fort Morgan', 'Greeley'];

export function RowsSlide() {
  return (
    <div className={classes.slide}>
      <svg
        className={classes.picture}
        viewBox="0 0 600 220"
        role="img"
        aria-label="One placeholder, one page a row"
      >
        <rect className={classes.frame} x="2" y="84" width="216" height="52" rx="8" />
        <text className={classes.mono} x="18" y="115">
          Plumber in [geo_city]
        </text>
        {ROWS.map((town, index) => (
          <g key={town}>
            <path
              className={classes.thread}
              d={`M218 110C290 110 300 ${30 + index * 54} 358 ${30 + index * 54}`}
            />
            <rect className={classes.frame} x="358" y={8 + index * 54} width="240" height="44" rx="8" />
            <text className={classes.mono} x="374" y={35 + index * 54}>
              {`Plumber in ${town}`}
            </text>
          </g>
        ))}
      </svg>
      <div className={classes.statement}>
        <p className={classes.big}>One page, written once</p>
        <p className={classes.more}>
          Design it in the client's own theme and builder, put placeholders where the town's details belong,
          and give one row for each town.
        </p>
      </div>
    </div>
  );
}
