/** Slides that load with the carousel. */
import { Box } from '@mantine/core';
import { drawCells, buildRunChart } from '#web/ui/run-chart.rules.ts';
import classes from './promo-slides.module.css';

const COLUMNS = 40;
const PITCH = 15;
const CHART = buildRunChart({ total: 480, written: 420, isWorking: true, warnings: [], skipped: [97, 305] });
const PATHS = drawCells(CHART.cells, COLUMNS, PITCH);

export function ProofSlide() {
  return (
    <div className={classes.slide}>
      <svg
        className={classes.picture}
        viewBox="0 0 600 180"
        role="img"
        aria-label="Chart of a run with two skipped rows"
      >
        <path fill="#0f4650" d={PATHS.todo} />
        <path fill="#2c95a6" d={PATHS.written} />
        <path fill="#fe6432" d={PATHS.now} />
        <path fill="#f26c83" d={PATHS.skipped} />
      </svg>
      <Box maw={460}>
        <Box component="p" c="#fff" fz={28} fw={600} lh="36px" lts="-0.022em">
          Verified before you import it
        </Box>
        <Box component="p" mt={8} fz="lg" lh="23px">
          A separate checker replays the import for every file. If a page can’t be imported, you see its row
          and the reason before anything reaches the client's site.
        </Box>
      </Box>
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
        aria-label="One placeholder, one page per row"
      >
        <rect fill="#062d36" stroke="#1d5a66" x="2" y="84" width="216" height="52" rx="8" />
        <text fill="#fff" fontFamily="var(--mono)" fontSize="13px" x="18" y="115">
          Plumber in [geo_city]
        </text>
        {ROWS.map((town, index) => (
          <g key={town}>
            <path
              fill="none"
              stroke="#2c95a6"
              strokeWidth="1"
              opacity="0.75"
              d={`M218 110C290 110 300 ${30 + index * 54} 358 ${30 + index * 54}`}
            />
            <rect fill="#062d36" stroke="#1d5a66" x="358" y={8 + index * 54} width="240" height="44" rx="8" />
            <text fill="#fff" fontFamily="var(--mono)" fontSize="13px" x="374" y={35 + index * 54}>
              {`Plumber in ${town}`}
            </text>
          </g>
        ))}
      </svg>
      <Box maw={460}>
        <Box component="p" c="#fff" fz={28} fw={600} lh="36px" lts="-0.022em">
          One page, written once
        </Box>
        <Box component="p" mt={8} fz="lg" lh="23px">
          Design it in the client's own theme and builder, put placeholders where the town's details belong,
          and give one row for each town.
        </Box>
      </Box>
    </div>
  );
}
