/** Names in brackets that the person left as shortcodes: which, and the way back for each. */
import { Button, Flex } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import { joinNames, splitNames } from '#contract/kept-names.ts';
import type { ProjectForm } from './use-project-form.ts';
import { PanelRow } from './panel-row.tsx';

export interface KeptNames {
  names: readonly string[];
  add: (name: string) => void;
  remove: (name: string) => void;
}

/** The names as the form keeps them: one text. */
export function readKeptNames({ form, setField }: ProjectForm): KeptNames {
  const names = splitNames(form.values.keep);
  const set = (next: readonly string[]) => setField('keep', joinNames(next));
  return {
    names,
    add: (name) => set([...names, name]),
    remove: (name) => set(names.filter((kept) => kept !== name)),
  };
}

export function KeptNote({ kept }: { kept: KeptNames }) {
  if (kept.names.length === 0) return null;
  return (
    <PanelRow isNote>
      <p>Left as shortcodes: your site replaces them, or prints the brackets.</p>
      <Flex wrap="wrap" gap={8}>
        {kept.names.map((name) => (
          <Button
            key={name}
            size="xs"
            aria-label={`Use [${name}] as a placeholder again`}
            rightSection={<Undo2 size={14} strokeWidth={1.75} absoluteStrokeWidth />}
            onClick={() => kept.remove(name)}
          >
            <code>[{name}]</code>
          </Button>
        ))}
      </Flex>
    </PanelRow>
  );
}
