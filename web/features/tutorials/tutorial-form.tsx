/**
 * `/tutorials/create` and `/tutorials/{id}/edit`: the same fields; creating redirects to the list, editing
 * stays.
 */
import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Tutorial, tutorialsContract } from '#contract/tutorials.contract.ts';
import { call } from '#web/client/call.ts';
import { FormPage } from '#web/kit/form-page.tsx';
import { ImageField, type StoredImage } from '#web/kit/image-field.tsx';
import { LoadedForm } from '#web/kit/loaded-form.tsx';
import { type ContractForm, useContractForm } from '#web/kit/use-contract-form.ts';
import { UrlField } from '#web/kit/url-field.tsx';
import { Card } from '#web/ui/card.tsx';
import { useLevels } from './tutorial-parts.tsx';

const EDIT = 'Edit Tutorial';

type Values = {
  title: string;
  description: string;
  link: string;
  difficulty_level: Tutorial['level'];
  preview_name: string;
};

const NEW: Values = { title: '', description: '', link: '', difficulty_level: 'easy', preview_name: '' };

export function CreateTutorialPage() {
  const form = useContractForm(tutorialsContract.create, {
    initial: NEW,
    refresh: ['tutorials'],
    success: 'Tutorial was successfully added!',
    failure: 'Something went wrong',
    failureIn: 'dialog',
    redirect: { to: '/tutorials', afterMs: 4000 },
  });
  return <TutorialForm title="New Tutorial" form={form} />;
}

export function EditTutorialPage() {
  return (
    <LoadedForm
      endpoint={tutorialsContract.edit}
      title={EDIT}
      noun="tutorial"
      failure="Failed to fetch tutorial"
    >
      {(tutorial, reload) => <EditTutorial tutorial={tutorial} onReload={reload} />}
    </LoadedForm>
  );
}

function EditTutorial({ tutorial, onReload }: { tutorial: Tutorial; onReload: () => void }) {
  const { id, title, description, link, level, preview_name, revision } = tutorial;
  const [initial] = useState<Values>({
    title,
    description,
    link,
    difficulty_level: level,
    preview_name: preview_name ?? '',
  });
  const form = useContractForm(tutorialsContract.update, {
    initial,
    input: (values, saved) => ({
      params: { id },
      body: { ...values, revision: saved?.revision ?? revision },
    }),
    refresh: ['tutorials'],
    success: 'Tutorial was successfully updated!',
    failure: 'Something went wrong',
    failureIn: 'dialog',
  });
  return <TutorialForm title={EDIT} form={form} stored={tutorial} onReload={onReload} />;
}

interface Props {
  title: string;
  form: ContractForm<Values>;
  stored?: Tutorial;
  onReload?: () => void;
}

function TutorialForm({ title, form, stored, onReload }: Props) {
  const [isUploading, setUploading] = useState(false);
  const levels = useLevels();
  return (
    <FormPage
      title={title}
      form={form}
      button="Save Tutorial"
      busy="Saving..."
      disabledReason={isUploading ? 'The preview image is being uploaded.' : undefined}
      cancel="/tutorials"
      {...(onReload && { onReload })}
    >
      <Card title="Tutorial">
        <Stack gap={16}>
          <TextInput label="Title" dir="auto" autoComplete="off" {...form.field('title')} />
          <Textarea label="Tutorial description" dir="auto" rows={5} {...form.field('description')} />
          <UrlField label="Link to video" {...form.field('link')} />
          <NativeSelect label="Difficulty level" data={levels} {...form.field('difficulty_level')} />
          <ImageField
            label="Preview Image"
            {...form.field('preview_name')}
            url={stored?.preview_url ?? null}
            upload={uploadPreview}
            // Saving deletes the stored one.
            onDiscard={(name) => name !== stored?.preview_name && void deletePreview(name)}
            onBusy={setUploading}
          />
        </Stack>
      </Card>
    </FormPage>
  );
}

async function uploadPreview(file: File, signal: AbortSignal): Promise<StoredImage> {
  const { preview_name, preview_url } = await call(
    tutorialsContract.uploadPreview,
    { body: {}, file },
    signal,
  );
  return { name: preview_name, url: preview_url };
}

/** Deletes an upload that no tutorial uses; if this fails, the server deletes it later. */
async function deletePreview(name: string): Promise<void> {
  try {
    await call(tutorialsContract.deletePreview, { body: { preview_name: name } });
  } catch (error) {
    console.warn('Failed to delete the preview image.', error);
  }
}
