/** A seed page and a sheet to try the product with before there are files of one's own. */
import links from './link.module.css';

const SEED = new URL('../../examples/plumber.xml', import.meta.url).href;
const SHEET = new URL('../../examples/towns.csv', import.meta.url).href;

export function SampleFiles() {
  return (
    <span>
      No files yet? Download a{' '}
      <a className={links.link} href={SEED} download="sample-seed.xml">
        sample seed page
      </a>{' '}
      and a{' '}
      <a className={links.link} href={SHEET} download="sample-sheet.csv">
        sample sheet
      </a>
      .
    </span>
  );
}
