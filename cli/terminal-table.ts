/** Formats a table of text columns; figures are right-aligned. */

export interface TableColumn {
  heading: string;
  isFigure?: boolean;
}

/** @returns lines without a line feed, indented by two spaces */
export function writeTable(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string[] {
  const widths = columns.map(({ heading }, index) =>
    Math.max(heading.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const writeLine = (cells: readonly string[]) => {
    const padded = columns.map(({ isFigure }, index) => {
      const cell = cells[index] ?? '';
      return isFigure ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0);
    });
    return `  ${padded.join('   ')}`.trimEnd();
  };
  return [writeLine(columns.map(({ heading }) => heading)), ...rows.map(writeLine)];
}
