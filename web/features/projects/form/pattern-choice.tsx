/** A list to choose the seed page of a whole export from, if several have placeholders. */
import { NativeSelect } from '@mantine/core';
import type { PageChoice, SeedInspection } from '#engine';
import { formatAmount } from '#web/ui/format-figure.ts';
import { PanelRow } from './panel-row.tsx';
import type { ProjectForm } from './use-project-form.ts';

/** Problems that the list settles. */
export const CHOICE_CODES: ReadonlySet<string> = new Set([
  'seed-two-patterns',
  'page-unknown',
  'page-ambiguous',
]);

export interface ChosenPage {
  /** The chosen page; empty for none. */
  page: string;
  choose: (page: string) => void;
}

export function readChosenPage({ form, setField }: ProjectForm): ChosenPage {
  return { page: form.values.seed_page, choose: (page) => setField('seed_page', page) };
}

/** `Plumber in [geo_city] (page, draft, ID 40)` */
function describeChoice({ title, type, id, slug, status, page }: PageChoice): string {
  const facts = [
    type || 'no type',
    ...(['publish', ''].includes(status) ? [] : [status]),
    ...(id > 0 ? [`ID ${id}`] : slug === '' ? [] : [slug]),
    ...(page === '' ? ['shares its name with another page'] : []),
  ];
  return `${title || 'Untitled'} (${facts.join(', ')})`;
}

interface Props {
  choices: NonNullable<SeedInspection['choices']>;
  chosen: ChosenPage;
}

export function PatternChoice({ choices, chosen: { page, choose } }: Props) {
  const current = choices.find(
    (choice) => page !== '' && [choice.page, String(choice.id), choice.slug, choice.title].includes(page),
  );
  const missing =
    page === '' ? 'Choose the page to fill' : 'The page you chose isn’t in this export. Choose another one';
  return (
    <PanelRow>
      <NativeSelect
        w="100%"
        maw={560}
        label="Seed page"
        description={`This export has ${formatAmount(choices.length, 'page')} with placeholders.`}
        error={current ? undefined : missing}
        value={current?.page ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          ...(current ? [] : [{ value: '', label: 'Choose a page', disabled: true }]),
          ...choices.map((choice, index) => ({
            value: choice.page || `shared-${index}`,
            label: describeChoice(choice),
            disabled: choice.page === '',
          })),
        ]}
      />
    </PanelRow>
  );
}
