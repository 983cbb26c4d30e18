/** `/tutorials`: all tutorials as cards, in the administrators' order; they add, edit and delete them. */
import { Box, Button, Group, Menu, SimpleGrid, Stack, Text } from '@mantine/core';
import { ArrowDown, ArrowUp, ArrowUpToLine, Pencil, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Tutorial, tutorialsContract } from '#contract/tutorials.contract.ts';
import { removeListed } from '#web/client/list-slice.ts';
import { useAppDispatch } from '#web/client/use-store.ts';
import { useDeleteRows } from '#web/kit/rows-action.tsx';
import { ListPage } from '#web/kit/list-page.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { useList } from '#web/kit/use-list.ts';
import { Age } from '#web/ui/age.tsx';
import { Card } from '#web/ui/card.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { showToast } from '#web/ui/toast.tsx';
import names from '#web/ui/typed-name.module.css';
import classes from './tutorial.module.css';
import { LevelBadge, Preview, useCanEditTutorials, useLevels } from './tutorial-parts.tsx';

export function TutorialsPage() {
  const list = useList(tutorialsContract.list, { sort: 'position', filters: ['level'] });
  const canEdit = useCanEditTutorials();
  const dispatch = useAppDispatch();
  const deletion = useDeleteRows<Tutorial, typeof tutorialsContract.remove>(tutorialsContract.remove, {
    noun: 'tutorial',
    consequence: 'with its preview image',
    getName: ({ title }) => title,
    toInput: ({ id }) => ({ params: { id } }),
    refresh: ['tutorials'],
    onDone: (deleted) => {
      for (const { id } of deleted) dispatch(removeListed({ endpointId: tutorialsContract.list.id, id }));
    },
  });
  const move = useMove();
  const { page, per_page: perPage } = list.query;
  const action = canEdit && <NewTutorial />;
  return (
    <>
      <ListPage
        list={list}
        title="Tutorials"
        noun="tutorial"
        empty={{
          title: 'No tutorials yet',
          text: 'Tutorials are short videos that show how to create a project, step by step.',
          action,
        }}
        action={action}
        search="title and description"
        filters={[{ filter: 'level', label: 'Level', any: 'Any level', choices: useLevels() }]}
      >
        {(rows) => (
          <SimpleGrid component="ul" minColWidth={280} spacing={16} aria-label="Tutorials">
            {rows.map((tutorial, index) => (
              <Box component="li" display="grid" key={tutorial.id}>
                <TutorialCard
                  tutorial={tutorial}
                  {...(canEdit && {
                    menu: (
                      <TutorialMenu
                        tutorial={tutorial}
                        place={(page - 1) * perPage + index + 1}
                        total={list.total ?? 0}
                        isWhole={!list.isFiltered}
                        onMove={(place) => void move(tutorial, place)}
                        onDelete={() => deletion.ask([tutorial])}
                      />
                    ),
                  })}
                />
              </Box>
            ))}
          </SimpleGrid>
        )}
      </ListPage>
      {deletion.dialog}
    </>
  );
}

function useMove() {
  const { run } = useAction(tutorialsContract.move, {
    refresh: ['tutorials'],
    failure: 'Couldn’t move the tutorial.',
  });
  return async ({ id, title }: Tutorial, place: number) => {
    const isMoved = await run({ params: { id }, body: { place } });
    if (isMoved) showToast({ kind: 'success', text: `“${title}” is now number ${place}.` });
  };
}

/** @param props.menu for users who can edit */
function TutorialCard({ tutorial, menu }: { tutorial: Tutorial; menu?: ReactNode }) {
  const { id, title, description, level, preview_url, created_at } = tutorial;
  return (
    <Card isFlush label={title}>
      <div className={classes.picture}>
        <Preview url={preview_url} />
      </div>
      <Stack gap={8} p="14px 18px 16px">
        <Link to={`/tutorials/${id}`} className={names.title} title={title}>
          {title}
        </Link>
        <Text
          ta="left"
          style={{ unicodeBidi: 'plaintext', overflowWrap: 'anywhere' }}
          fz="small"
          c="var(--text2)"
          lineClamp={3}
        >
          {description}
        </Text>
        <Group gap={10} fz="small" c="var(--text3)">
          <LevelBadge level={level} />
          <Age of={created_at} />
          {menu}
        </Group>
      </Stack>
    </Card>
  );
}

interface MenuProps {
  tutorial: Tutorial;
  /** Position in the whole list, from 1. */
  place: number;
  total: number;
  /** True if all tutorials are listed: in a filtered list, positions differ. */
  isWhole: boolean;
  onMove: (place: number) => void;
  onDelete: () => void;
}

function TutorialMenu({ tutorial: { id, title }, place, total, isWhole, onMove, onDelete }: MenuProps) {
  return (
    <Group ml="auto">
      <RowMenu label={`Actions for ${title}`}>
        <Menu.Item component={Link} to={`/tutorials/${id}/edit`} leftSection={<Pencil size={16} />}>
          Edit
        </Menu.Item>
        <Menu.Divider />
        {isWhole ? (
          <>
            <Menu.Item
              disabled={place === 1}
              leftSection={<ArrowUp size={16} />}
              onClick={() => onMove(place - 1)}
            >
              Move up
            </Menu.Item>
            <Menu.Item
              disabled={place >= total}
              leftSection={<ArrowDown size={16} />}
              onClick={() => onMove(place + 1)}
            >
              Move down
            </Menu.Item>
            <Menu.Item
              disabled={place === 1}
              leftSection={<ArrowUpToLine size={16} />}
              onClick={() => onMove(1)}
            >
              Move to the top
            </Menu.Item>
          </>
        ) : (
          <Menu.Label>To change the order, clear the search and the filters.</Menu.Label>
        )}
        <Menu.Divider />
        <Menu.Item data-danger leftSection={<Trash2 size={16} />} onClick={onDelete}>
          Delete…
        </Menu.Item>
      </RowMenu>
    </Group>
  );
}

function NewTutorial() {
  return (
    <Button component={Link} to="/tutorials/create" variant="filled" leftSection={<Plus size={18} />}>
      New tutorial
    </Button>
  );
}
