/** Names that stay as shortcodes, each with a button that makes it a placeholder again. */
import { Button, Flex } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import { joinNames, splitNames } from '#contract/preserved-names.ts';
import type { ProjectForm } from './form-state.ts';
import { PanelRow } from './panel-row.tsx';

export function keepName({ values, setField }: ProjectForm, name: string): void {
  setField('keep', joinNames([...splitNames(values.keep), name]));
}

export function KeptNames({ form }: { form: ProjectForm }) {
  const names = splitNames(form.values.keep);
  if (names.length === 0) return null;
  const release = (name: string) => form.setField('keep', joinNames(names.filter((kept) => kept !== name)));
  return (
    <PanelRow isNote>
      <p>Left as shortcodes: your site replaces them, or prints the brackets.</p>
      <Flex wrap="wrap" gap={8}>
        {names.map((name) => (
          <Button
            key={name}
            size="xs"
            aria-label={`Use [${name}] as a placeholder again`}
            rightSection={<Undo2 size={14} />}
            onClick={() => release(name)}
          >
            <code>[{name}]</code>
          </Button>
        ))}
      </Flex>
    </PanelRow>
  );
}
