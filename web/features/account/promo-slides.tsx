/** The slides of the promo panel that come with the carousel: proof, and what a row fills. */
import { drawWeave, weaveRun } from '#web/ui/weave.rules.ts';
import classes from './promo-slides.module.css';

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
