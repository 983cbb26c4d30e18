/** `/domains/add-domain` and `/add-domain`: adds a domain; its name is validated while the user types. */
import { useState } from 'react';
import { z } from 'zod';
import { domainsContract } from '#contract/domains.contract.ts';
import { FormPage } from '#web/kit/form-page.tsx';
import { useContractForm } from '#web/kit/use-contract-form.ts';
import links from '#web/ui/link.module.css';
import { guessDomain, isDomain } from './domain.rules.ts';
import { DomainFields, TO_DOMAINS } from './domain-fields.tsx';

export function AddDomainPage() {
  const form = useContractForm(domainsContract.create, {
    initial: { name: '', project_type: 'WordPress', status: '1' },
    // The messages depend on the user's action, not only on the typed name.
    rules: z.object({}),
    success: 'Domain added successfully!',
    failure: 'Failed to add domain:',
    ...TO_DOMAINS,
  });
  const [message, setMessage] = useState<string>();
  const { name } = form.values;
  const isValid = isDomain(name);
  const field = form.field('name');
  const change = (event: unknown) => {
    setMessage(undefined);
    field.onChange(event);
  };
  return (
    <FormPage
      title="Add Domain"
      facts="Add a new domain to your account."
      form={form}
      button="Add Domain"
      busy="Adding..."
      disabledReason={isValid ? undefined : 'Enter a valid domain name to continue.'}
      cancel="/domains"
    >
      <DomainFields
        form={form}
        title="New Domain"
        name={{
          error: message ?? field.error,
          description: <Guess typed={name} onUse={change} />,
          onChange: change,
          onBlur: () => setMessage(isValid || name === '' ? undefined : 'Invalid domain'),
          // A disabled button doesn't submit the form, so no error would appear.
          onKeyDown: ({ key }) => key === 'Enter' && !isValid && setMessage('Please enter a valid domain'),
        }}
      />
    </FormPage>
  );
}

function Guess({ typed, onUse }: { typed: string; onUse: (name: string) => void }) {
  const guess = guessDomain(typed);
  if (!guess) return <span role="status" />;
  return (
    <span role="status">
      Did you mean {guess.correction}?{' '}
      <button type="button" className={links.link} data-repair onClick={() => onUse(guess.name)}>
        Use {guess.name}
      </button>
    </span>
  );
}
