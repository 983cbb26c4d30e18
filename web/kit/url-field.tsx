/** URL field. Next to the text of its rule, it shows what is wrong with the typed text. */
import { TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import { BAD_LINK, findLinkFault } from '#contract/fields.ts';

interface Props extends Omit<ComponentProps<typeof TextInput>, 'error' | 'value'> {
  value: string;
  error: string | undefined;
  /** The rule of the field, if it's stricter than that of a link. */
  findFault?: (text: string) => string | undefined;
}

export function UrlField({ error, findFault = findLinkFault, ...field }: Props) {
  const fault = error?.startsWith(BAD_LINK) ? findFault(field.value) : undefined;
  return (
    <TextInput
      type="url"
      autoComplete="off"
      spellCheck={false}
      {...field}
      error={
        fault === undefined ? (
          error
        ) : (
          <>
            <span>{error}</span>. {fault}
          </>
        )
      }
    />
  );
}
