/** Page settings: columns that set the status, author and so on of each page. */
import { Box, Flex, NativeSelect } from '@mantine/core';
import { Check, CircleAlert } from 'lucide-react';
import { useState } from 'react';
import type { PageSettingName } from '#contract/page-settings.ts';
import links from '#web/ui/link.module.css';
import { ColumnSelect } from './column-select.tsx';
import type { PageSetting, ProjectForm, SheetColumn } from './form-state.ts';
import classes from './match-columns.module.css';
import { toColumnKey } from './match-columns.rules.ts';
import { SampleValues } from './match-row.tsx';

const NAMES: Record<PageSettingName, string> = {
  page_status: 'status',
  page_date: 'date',
  page_parent: 'parent page',
  page_author: 'author',
  page_template: 'template',
  page_order: 'order',
  page_categories: 'categories',
  page_tags: 'tags',
  page_image: 'featured image',
  page_noindex: 'noindex',
};

const nameSetting = (name: PageSettingName): string => `Page ${NAMES[name].replace(/ page$/, '')}`;

/** Set by a column, by a choice that the sheet doesn't fit any more, or likely to be. */
const isShown = ({ column, choice, likely }: PageSetting): boolean =>
  column !== undefined || likely !== undefined || (choice !== undefined && 'column' in choice);

export interface PageSettingsProps {
  form: ProjectForm;
  columns: readonly SheetColumn[];
}

export function PageSettings({ form, columns }: PageSettingsProps) {
  const settings = form.inspection?.settings ?? [];
  const [added, setAdded] = useState<readonly string[]>([]);
  const shown = settings.filter((setting) => isShown(setting) || added.includes(setting.name));
  const others = settings.filter((setting) => !shown.includes(setting));
  if (settings.length === 0) return null;
  const remove = (name: string) => setAdded(added.filter((each) => each !== name));
  return (
    <section className={classes.foot} aria-labelledby="page-settings-title">
      <Flex wrap="wrap" align="center" justify="space-between" gap="4px 16px" p="12px 14px">
        <div>
          <Box component="h4" id="page-settings-title" m={0} fz="small" fw={600} lh="20px">
            Page settings
          </Box>
          <Box component="p" c="var(--text2)" fz="small">
            Use columns to set each page’s status, author and more.
          </Box>
        </div>
        <NativeSelect
          aria-label="Add a page setting"
          w={190}
          value=""
          data={[
            { value: '', label: 'Add a page setting' },
            ...others.map(({ name, obstacle }) => ({
              value: name,
              label:
                obstacle === undefined ? nameSetting(name) : `${nameSetting(name)}: ${cutSentence(obstacle)}`,
              disabled: obstacle !== undefined,
            })),
          ]}
          onChange={(event) => setAdded([...added, event.currentTarget.value])}
        />
      </Flex>
      {shown.length > 0 && (
        <ul aria-label="Page settings">
          {shown.map((setting) => (
            <SettingRow
              key={setting.name}
              form={form}
              setting={setting}
              columns={columns}
              onRemove={() => remove(setting.name)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Without the advice that follows a reason. */
const cutSentence = (text: string): string => text.split('. ')[0] ?? text;

interface RowProps extends PageSettingsProps {
  setting: PageSetting;
  onRemove: () => void;
}

function SettingRow({ form, setting, columns, onRemove }: RowProps) {
  const { name, column, choice, likely, obstacle } = setting;
  const missing = column === undefined && choice && 'column' in choice ? choice.column : undefined;
  const key = toColumnKey(name);
  const values = columns.find((each) => each.name === column)?.samples ?? [];
  const state = missing === undefined ? (column === undefined || obstacle ? 'derived' : 'ok') : 'open';
  return (
    <li className={classes.row} data-state={state}>
      <div className={classes.placeholder}>
        <Box component="span" fz="small" fw={500}>
          {nameSetting(name)}
        </Box>
        <code className={classes.used}>{name}</code>
      </div>
      <div className={classes.choice}>
        <ColumnSelect
          id={`setting-${key}`}
          label={`Column for ${nameSetting(name).toLowerCase()}`}
          columns={columns}
          value={column ?? ''}
          nearest={likely}
          isInvalid={missing !== undefined}
          actions={['unset']}
          onColumn={(picked) => form.setColumn(key, { column: picked })}
          onAction={() => {
            onRemove();
            form.setColumn(key, { text: '' });
          }}
        />
      </div>
      <SampleValues values={values} />
      <div className={classes.state}>
        {state === 'ok' && <Check size={14} strokeWidth={2.25} />}
        {state === 'open' && <CircleAlert size={16} />}
        {{ ok: 'OK', open: 'Needs a choice', derived: column === undefined ? 'Not set' : 'No effect' }[state]}
      </div>
      {missing !== undefined && (
        <p className={classes.hint}>Your sheet no longer has the column {missing}.</p>
      )}
      {column !== undefined && obstacle !== undefined && (
        <p className={classes.hint}>No effect: {obstacle}.</p>
      )}
      {likely !== undefined && (
        <p className={classes.hint}>
          {likely} has no effect on the pages yet.{' '}
          <button
            type="button"
            className={links.link}
            data-small
            onClick={() => form.setColumn(key, { column: likely })}
          >
            Use {likely} as {nameSetting(name).toLowerCase()}
          </button>
        </p>
      )}
    </li>
  );
}
