/** Lines of the seed around one position, numbered as in the file, with the text at the position marked. */
import { Box } from '@mantine/core';
import { commonIndent, splitAtMark } from './excerpt.rules.ts';
import classes from './seed-excerpt.module.css';

interface Props {
  place: { line: number; column: number; excerpt: { line: number; text: string }[] };
  text: string;
}

export function SeedExcerpt({ place, text }: Props) {
  const indent = commonIndent(place.excerpt.map((line) => line.text));
  const withoutIndent = (line: string) => (line.startsWith('…') ? line : line.slice(indent));
  return (
    <Box component="pre" style={{ overflow: 'hidden' }}>
      {place.excerpt.map((line) => {
        const isPlace = line.line === place.line;
        const [before, mark, after] = isPlace
          ? splitAtMark(withoutIndent(line.text), text, place.column - indent)
          : [withoutIndent(line.text), '', ''];
        return (
          <span key={line.line} className={classes.line} data-place={isPlace || undefined}>
            <Box
              component="span"
              flex="none"
              miw={24}
              c="var(--text3)"
              ta="end"
              style={{ userSelect: 'none' }}
            >
              {line.line}
            </Box>
            <Box
              component="span"
              miw={0}
              style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', tabSize: 2 }}
            >
              {before}
              {mark && (
                <Box
                  component="mark"
                  bg="none"
                  c="var(--mark, inherit)"
                  fw={600}
                  td="underline dashed"
                  style={{ textUnderlineOffset: '3px' }}
                >
                  {mark}
                </Box>
              )}
              {after}
            </Box>
          </span>
        );
      })}
    </Box>
  );
}
