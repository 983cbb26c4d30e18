/** The command that builds the files, with the names of the files in this page filled in. */
export interface BuildFiles {
  seed: string;
  rows: string;
  /** Named only where the footer is not the default. */
  footer?: string;
}

/** Safe in the usual shells: plain names stay, anything else is put in single quotes. */
export function quoteArgument(argument: string): string {
  // A name that begins with a hyphen would be taken for a flag.
  const name = argument.startsWith('-') ? `./${argument}` : argument;
  return /^[\w./:@%+=-]+$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`;
}

/** `plumber.xml` → `plumber-pages` */
function outputFolder(seed: string): string {
  return `${seed.replace(/\.[^.]*$/, '')}-pages`;
}

export function writeBuildCommand({ seed, rows, footer }: BuildFiles): string {
  const words = ['npx geoloom build --type wordpress', `--seed ${quoteArgument(seed)}`];
  words.push(`--rows ${quoteArgument(rows)}`);
  if (footer) words.push(`--footer ${quoteArgument(footer)}`);
  words.push(`--out ${quoteArgument(outputFolder(seed))}`);
  return words.join(' ');
}
