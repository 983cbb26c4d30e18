/** Chooses the seed page of a whole export in which several pages have placeholders. */
import { NativeSelect } from '@mantine/core';
import { formatAmount } from '#web/ui/format-figure.ts';
import type { ProjectForm, SeedInspection } from './form-state.ts';
import { PanelRow } from './panel-row.tsx';

type Choices = NonNullable<SeedInspection['choices']>;

/** `Plumber in [geo_city] (page, draft, ID 40)` */
function describeChoice({ title, type, id, slug, status, page }: Choices[number]): string {
  const facts = [
    type || 'no type',
    ...(['publish', ''].includes(status) ? [] : [status]),
    ...(id > 0 ? [`ID ${id}`] : slug === '' ? [] : [slug]),
    ...(page === '' ? ['shares its name with another page'] : []),
  ];
  return `${title || 'Untitled'} (${facts.join(', ')})`;
}

export function PagePicker({ form, choices }: { form: ProjectForm; choices: Choices }) {
  const page = form.values.seed_page;
  const current = choices.find(
    (choice) => page !== '' && [choice.page, String(choice.id), choice.slug, choice.title].includes(page),
  );
  const missing =
    page === '' ? 'Choose the page to fill' : 'The page you chose isn’t in this export. Choose another one';
  return (
    <PanelRow>
      <NativeSelect
        id="field-seed_page"
        w="100%"
        maw={560}
        label="Seed page"
        description={`This export has ${formatAmount(choices.length, 'page')} with placeholders.`}
        error={current ? undefined : missing}
        value={current?.page ?? ''}
        onChange={(event) => form.setField('seed_page', event.currentTarget.value)}
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
