/** Examples of placeholders and their output. */
import classes from './resources.module.css';

const ROWS: readonly (readonly [written: string, becomes: string])[] = [
  ['[geo_city]', 'the cell of that column; [Geo City] and [geo-city] mean the same'],
  ['[page_url]', 'the URL of the page, made for each row'],
  ['[row_number]', 'the number of the row'],
  ['[geo_city | upper]', 'AUSTIN; lower and title change the letters too'],
  ['[geo_city | slug]', 'austin, for use in a URL'],
  ['[geo_phone | tel]', 'only digits and a leading +, for a link to call; digits leaves the + out'],
  ['[service | plural]', 'plumbers, the English plural'],
  ['[zip_codes | first]', 'the first of several values in a cell'],
  ['[note | default:"Call us"]', 'Call us, where the cell is empty'],
  ['[geo_city | json]', 'escaped for a script; url does the same for a URL'],
  ['[geo_city | title | plural]', 'filters work from left to right'],
  ['[[geo_city]]', '[geo_city] as text, not filled in'],
];

export function PlaceholderReference() {
  return (
    <dl className={classes.reference}>
      {ROWS.map(([written, becomes]) => (
        <div key={written}>
          <dt>
            <code>{written}</code>
          </dt>
          <dd>{becomes}</dd>
        </div>
      ))}
    </dl>
  );
}
