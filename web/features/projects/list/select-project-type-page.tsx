/** `/projects/select-project-type`: which platform the website is built on; the choice is stored and leads on. */
import { Box, Flex, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { ArrowRight } from 'lucide-react';
import { type KeyboardEvent, useId, useRef } from 'react';
import { useNavigate } from 'react-router';
import { storeDraftId, storeProjectType } from '#web/client/project-drafts.ts';
import { readUserData } from '#web/client/session.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { PlatformIcon } from '#web/ui/platform-icon.tsx';
import { SamplesOfPlatforms } from '#web/ui/sample-files.tsx';
import { expectDraft, handSeed } from '../form/form-memory.ts';
import { pageTypeOf, PROJECT_TYPES, type ProjectTypeCard } from '../shared/project-types.rules.ts';
import classes from './select-project-type-page.module.css';
import { type ReadExport, UnsureCard } from './unsure-card.tsx';

/** A Geocoder has no seed page. */
const SAMPLES = PROJECT_TYPES.filter(({ name }) => name !== 'Geocoder').map(({ name }) => ({
  name,
  type: pageTypeOf(name),
}));
const COLUMNS = 'repeat(auto-fill, minmax(290px, 1fr))';
const QUESTION = 'What Platform is Your Website Built on?';

export function SelectProjectTypePage() {
  const navigate = useNavigate();
  const isStacked = useMediaQuery('(max-width: 960px)', false, { getInitialValueInEffect: false });
  const isArrowDown = useRef(false);
  const noteKey = ({ type, key }: KeyboardEvent) => {
    isArrowDown.current = type === 'keydown' && key.startsWith('Arrow');
  };
  const choose = (name: string, read?: ReadExport) => {
    // An arrow key selects the next radio by a click that the browser makes: nothing is chosen yet.
    if (isArrowDown.current) return;
    storeProjectType(name);
    if (read) handOver(read);
    void navigate('/projects/create-project');
  };
  return (
    <>
      <PageHead title="Select Project Type" facts={QUESTION} />
      <Box
        display="grid"
        style={{ gridTemplateColumns: isStacked ? 'minmax(0, 1fr)' : COLUMNS, gap: 16 }}
        role="radiogroup"
        aria-label={QUESTION}
      >
        {PROJECT_TYPES.map((type) => (
          <TypeCard
            key={type.name}
            type={type}
            isStacked={isStacked}
            onKey={noteKey}
            onChoose={() => choose(type.name)}
          />
        ))}
        <UnsureCard onChoose={choose} />
      </Box>
      <Box pt={16} c="var(--text2)">
        <SamplesOfPlatforms names={SAMPLES} />
      </Box>
    </>
  );
}

/** The next form continues with it. */
function handOver({ file, draftId }: ReadExport): void {
  if (draftId === undefined) return handSeed(readUserData()?.id, file);
  expectDraft(draftId);
  storeDraftId(draftId);
}

interface CardProps {
  type: ProjectTypeCard;
  /** The name is next to the icon. */
  isStacked: boolean;
  /** Each key that goes down or up. */
  onKey: (event: KeyboardEvent) => void;
  onChoose: () => void;
}

function TypeCard({ type, isStacked, onKey, onChoose }: CardProps) {
  const { name, bring, get } = type;
  const id = useId();
  const names = <Names type={type} id={`${id}-kinds`} />;
  const press = (event: KeyboardEvent) => {
    onKey(event);
    if (event.key !== 'Enter' && event.key !== ' ') return;
    // A radio that an arrow key has selected gets no click from Space.
    event.preventDefault();
    onChoose();
  };
  return (
    <Box component="label" p={isStacked ? 16 : 20} className={classes.card ?? ''}>
      <Box
        component="input"
        type="radio"
        name="project-type"
        pos="absolute"
        opacity={0}
        aria-label={name}
        aria-describedby={`${id}-kinds ${id}-exchange`}
        onClick={onChoose}
        onKeyDown={press}
        onKeyUp={onKey}
      />
      <Flex align={isStacked ? 'center' : 'flex-start'} gap={12}>
        <PlatformIcon type={name} size={44} isNamed />
        <Box flex={1}>{isStacked && names}</Box>
        <Flex
          component="span"
          align="center"
          justify="center"
          w={36}
          h={36}
          bdrs="50%"
          className={classes.arrow ?? ''}
        >
          <ArrowRight size={18} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" />
        </Flex>
      </Flex>
      {!isStacked && <Box mt={14}>{names}</Box>}
      <Exchange id={`${id}-exchange`} bring={bring} get={get} />
    </Box>
  );
}

function Exchange({ id, bring, get }: Pick<ProjectTypeCard, 'bring' | 'get'> & { id: string }) {
  return (
    <Box
      component="dl"
      id={id}
      display="grid"
      mt={14}
      pt={14}
      fz={13.5}
      style={{
        gridTemplateColumns: 'auto minmax(0, 1fr)',
        gap: '6px 16px',
        borderTop: '1px solid var(--line)',
      }}
    >
      <Box component="dt" c="var(--text2)">
        You bring
      </Box>
      <dd>{bring}</dd>
      <Box component="dt" c="var(--text2)">
        You get
      </Box>
      <dd>{get}</dd>
    </Box>
  );
}

function Names({ type: { name, kinds }, id }: { type: ProjectTypeCard; id: string }) {
  return (
    <>
      <Text span display="block" fz="xl" fw={600}>
        {name}
      </Text>
      <Text span id={id} c="var(--text2)" fz="small">
        {kinds}
      </Text>
    </>
  );
}
