/** `/projects/select-project-type`: chooses and stores the platform of the website, then continues. */
import { Box, Flex, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { ArrowRight } from 'lucide-react';
import { type KeyboardEvent, useId, useRef } from 'react';
import { useNavigate } from 'react-router';
import { PLATFORM_CARDS } from '#contract/platform-guides.ts';
import type { ProjectType } from '#contract/project-types.ts';
import { storeDraftId, storeProjectType } from '#web/client/project-drafts.ts';
import { readUserData } from '#web/client/session.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { PlatformIcon } from '#web/ui/platform-icon.tsx';
import { SamplesOfPlatforms } from '#web/ui/sample-files.tsx';
import { expectDraft, stashSeed } from '../form/form-memory.ts';
import { PROJECT_TYPES, type ProjectTypeChoice } from '../shared/project-types.rules.ts';
import classes from './select-project-type-page.module.css';
import { type ReadExport, UnsureCard } from './unsure-card.tsx';

const CARDS: Readonly<Record<ProjectType, Exchanged & { kinds: string }>> = {
  ...PLATFORM_CARDS,
  geocoder: {
    kinds: 'EXIF, XMP, IPTC',
    bring: 'JPEG photos, up to 5 MB each',
    get: 'The photos, tagged with town and place',
  },
};
const FIRST = PROJECT_TYPES.filter(({ offered }) => offered !== 'more');
const MORE = PROJECT_TYPES.filter(({ offered }) => offered === 'more');
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
    // An arrow key selects the next radio with a synthetic click, which isn't a choice yet.
    if (isArrowDown.current) return;
    storeProjectType(name);
    if (read) stashExport(read);
    void navigate('/projects/create-project');
  };
  const grid = { gridTemplateColumns: isStacked ? 'minmax(0, 1fr)' : COLUMNS, gap: 16 };
  const showCard = (choice: ProjectTypeChoice) => (
    <TypeCard
      key={choice.name}
      choice={choice}
      isStacked={isStacked}
      onKey={noteKey}
      onChoose={() => choose(choice.name)}
    />
  );
  return (
    <>
      <PageHead title="Select Project Type" facts={QUESTION} />
      <div role="radiogroup" aria-label={QUESTION}>
        <Box display="grid" style={grid}>
          {FIRST.map(showCard)}
          <UnsureCard onChoose={choose} />
        </Box>
        {MORE.length > 0 && (
          <>
            <Text component="h2" mt={28} mb={12} fz="large" fw={600}>
              More platforms
            </Text>
            <Box display="grid" style={grid}>
              {MORE.map(showCard)}
            </Box>
          </>
        )}
      </div>
      <Box pt={16} c="var(--text2)">
        <SamplesOfPlatforms />
      </Box>
    </>
  );
}

/** Stores the file for the next form. */
function stashExport({ file, draftId }: ReadExport): void {
  if (draftId === undefined) return stashSeed(readUserData()?.id, file);
  expectDraft(draftId);
  storeDraftId(draftId);
}

interface CardProps {
  choice: ProjectTypeChoice;
  /** True if the name is next to the icon. */
  isStacked: boolean;
  /** Called for each keydown and keyup. */
  onKey: (event: KeyboardEvent) => void;
  onChoose: () => void;
}

function TypeCard({ choice: { type, name }, isStacked, onKey, onChoose }: CardProps) {
  const { kinds, bring, get } = CARDS[type];
  const id = useId();
  const names = <Names name={name} kinds={kinds} id={`${id}-kinds`} />;
  const press = (event: KeyboardEvent) => {
    onKey(event);
    if (event.key !== 'Enter' && event.key !== ' ') return;
    // Space doesn't click a radio that an arrow key has selected.
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
          <ArrowRight size={18} />
        </Flex>
      </Flex>
      {!isStacked && <Box mt={14}>{names}</Box>}
      <Exchange id={`${id}-exchange`} bring={bring} get={get} />
    </Box>
  );
}

interface Exchanged {
  bring: string;
  get: string;
}

function Exchange({ id, bring, get }: Exchanged & { id: string }) {
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

function Names({ name, kinds, id }: { name: string; kinds: string; id: string }) {
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
