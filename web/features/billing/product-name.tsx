/** Name of a plan, renamed in place: Enter saves, Escape cancels, and the toast offers Undo. */
import { ActionIcon, Box, Button, Group, TextInput } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { billingContract } from '#contract/billing.contract.ts';
import type { Plan } from '#contract/billing-shapes.ts';
import { SubmitButton } from '#web/kit/submit-button.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { showToast } from '#web/ui/toast.tsx';

type Named = Pick<Plan, 'stripeId' | 'name'>;

export function ProductName({ plan }: { plan: Named }) {
  const [isEditing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  // The field disappears afterwards; the focus returns to its button.
  useEffect(() => {
    if (wasEditing.current && !isEditing) opener.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  if (isEditing) return <NameField plan={plan} onEnd={() => setEditing(false)} />;
  return (
    <Group gap={6} wrap="nowrap">
      <Box component="span" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {plan.name}
      </Box>
      <ActionIcon
        ref={opener}
        variant="subtle"
        color="gray"
        aria-label={`Rename ${plan.name}`}
        onClick={() => setEditing(true)}
      >
        <Pencil size={16} />
      </ActionIcon>
    </Group>
  );
}

function NameField({ plan, onEnd }: { plan: Named; onEnd: () => void }) {
  const [text, setText] = useState(plan.name);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const { run, isBusy } = useAction(billingContract.changeName, {
    refresh: ['billing'],
    failure: 'Couldn’t rename the product.',
  });
  const rename = (value: string) => run({ body: { name: 'name', value, product_id: plan.stripeId } });
  const undo = async () => {
    if (await rename(plan.name)) showToast({ kind: 'success', text: `${plan.name} has its name back.` });
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const value = text.trim();
    if (value === plan.name) return onEnd();
    if (!(await rename(value))) return;
    const done = `${plan.name} is now ${value}.`;
    showToast({ kind: 'success', text: done, undo: { label: 'Undo', act: () => void undo() } });
    onEnd();
  };
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Group gap={6}>
        <TextInput
          ref={field}
          aria-label={`Name of ${plan.name}`}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={({ key }) => key === 'Escape' && onEnd()}
        />
        <SubmitButton size="xs" isSending={isBusy} busy="Saving...">
          Save
        </SubmitButton>
        <Button size="xs" variant="subtle" color="gray" onClick={onEnd}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
